import type { Locator, Page } from '@playwright/test';
import { goWithin } from '../support/all-screens';
import { expect, test } from '../support/people';

const NARROWEST = 320;
const WIDTHS = [NARROWEST, 768, 1440];

/** How much wider a page is than its window, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How far an element's text overflows it, in pixels. */
const spill = (element: Locator) => element.evaluate((box) => box.scrollWidth - box.clientWidth);

const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0;

/** The available width of an element in its parent. */
const roomOf = (element: Locator) =>
  element.evaluate(({ parentElement }) => {
    if (parentElement === null) return 0;
    const { paddingLeft, paddingRight } = getComputedStyle(parentElement);
    return parentElement.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  });

test('spec 2: a title without a space overflows no screen', async ({ asAdmin: page, ownPart }) => {
  const title = 'x'.repeat(100);
  const { _id } = await ownPart.add({ title });
  // The index takes a moment to update.
  const found = async () => (await page.request.get(`/search?q=${title}`)).text();
  await expect.poll(found).toContain(_id);
  await page.goto('/portfolio');
  for (const path of [`/shop?q=${title}`, `/shop/${_id}`, `/purchase/${_id}`]) {
    await goWithin(page, path);
    // The shop's own heading contains the words, too.
    const heading = page.getByRole('heading', { name: title }).last();
    await expect(heading).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await overflow(page), `${path} at ${width}px`).toBeLessThanOrEqual(0);
      expect.soft(await spill(heading), `its heading at ${width}px`).toBeLessThanOrEqual(0);
    }
  }

  await test.step('it overflows neither the table nor the dialog, whose buttons are full width on phones', async () => {
    await goWithin(page, '/dashboard/manageproducts');
    const remove = page.getByRole('button', { name: `Delete ${title}` });
    await expect(remove).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await overflow(page), `at ${width}px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: NARROWEST, height: 800 });
    await remove.click();
    const modal = page.getByRole('dialog');
    await expect(modal.getByText(title)).toBeVisible();
    expect(await spill(modal.getByText(title))).toBeLessThanOrEqual(0);

    const buttons = modal.getByRole('button');
    await expect(buttons).toHaveCount(2);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const button of await buttons.all()) {
      expect(await widthOf(button)).toBeCloseTo(await roomOf(button), 0);
    }
    await page.setViewportSize({ width: 768, height: 740 });
    expect(await widthOf(buttons.first())).toBeLessThan((await roomOf(buttons.first())) / 2);
  });
});

test('spec 2: standalone buttons are full width on phones', async ({ page }) => {
  await page.goto('/portfolio');
  for (const [path, name] of [
    ['/portfolio', 'Try the API'],
    ['/no/such/page', 'Back to Home'],
    ['/shop/no-such-part', 'Browse all parts'],
    ['/shop?q=nothing-is-called-this', 'Show all parts'],
    ['/coupon', 'Request a new link'],
  ] as const) {
    await test.step(path, async () => {
      await goWithin(page, path);
      const button = page.getByRole('main').getByText(name, { exact: true });
      await expect(button).toBeVisible();
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await widthOf(button)).toBeCloseTo(await roomOf(button), 0);
      await page.setViewportSize({ width: 768, height: 740 });
      expect(await widthOf(button)).toBeLessThan(await roomOf(button));
    });
  }
});
