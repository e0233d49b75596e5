/** Every screen of the shop, from the list that the router and the server share. */
import { type Page } from '@playwright/test';
import pages from '../../src/lib/pages.json' with { type: 'json' };
import { callAs, firstPart, orderAs, payAs, returnAs } from './calls';
import { CIVIC } from './fitment';
import { expect } from './people';

const [year = '', make = '', model = ''] = CIVIC.id.split('/');

/**
 * A URL of each screen, for the admin signed in on the page, with their own orders.
 * @returns pairs of the page's name in `pages.json` and the URL
 */
export async function allScreens(page: Page): Promise<[name: string, address: string][]> {
  const part = await firstPart(page);
  const { order: unpaid } = await orderAs(page);
  const { order: paid } = await orderAs(page);
  await payAs(page, paid);
  const { order: returned, id: returnId } = await returnAs(page, page);
  await callAs(page, 'PUT', `/returns/${returnId}`, { decision: 'approve' });
  const [category] = await callAs<{ _id: string }[]>(page, 'GET', '/categories');
  const ids: Partial<Record<string, string>> = {
    part: part._id,
    purchase: part._id,
    editProduct: part._id,
    order: paid,
    guestOrder: paid,
    documents: paid,
    guestDocuments: paid,
    coreSlip: paid,
    guestCoreSlip: paid,
    returnSlip: returnId,
    guestReturnSlip: returnId,
    payment: unpaid,
  };
  return Object.entries(pages).map(([name, { path }]) => {
    const parameters: Partial<Record<string, string>> = {
      id: ids[name],
      year,
      make,
      model,
      category: category?._id,
      order: returned,
    };
    const address = path.replace(/:(\w+)/g, (_, parameter: string) => {
      const value = parameters[parameter];
      if (value === undefined) throw new Error(`allScreens has no ${parameter} for ${name}`);
      return value;
    });
    return [name, address];
  });
}

/** Navigates to a screen as a link of the app does, without a reload. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    scrollTo({ top: 0, behavior: 'instant' });
  }, address);
  await waitForScreen(page);
}

/** Opens another screen as a link of the app does, and waits for its heading. */
export async function openScreen(page: Page, address: string): Promise<void> {
  const heading = page.locator('main h1').first();
  await heading.evaluate((h1) => {
    h1.setAttribute('data-before', h1.textContent);
  });
  await goWithin(page, address);
  // Two screens may share their heading element.
  const isAnother = (h1: Element) => h1.getAttribute('data-before') !== h1.textContent;
  await expect.poll(() => heading.evaluate(isAnother)).toBe(true);
  await waitForScreen(page);
}

/** Waits until a screen has loaded. */
export async function waitForScreen(page: Page): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('main').locator('.waiting, .skeleton, [aria-busy="true"]')).toHaveCount(
    0,
  );
  await page.waitForLoadState('networkidle');
}
