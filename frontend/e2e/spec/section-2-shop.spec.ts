import type { Page } from '@playwright/test';
import { aPart, aSearchPage } from '../../src/testing/fixtures';
import { allParts } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible } from '../support/shop';

const cards = (page: Page) => page.locator('.shop .results > li');
const count = (page: Page) => page.locator('.result-count');
const inStockOnly = (page: Page) => page.getByLabel('In stock only');

/** The test's own catalog, served in pages like the server's. */
async function serveCatalogue(page: Page, size: number) {
  const all = Array.from({ length: size }, (_, at) =>
    aPart({
      _id: `part-${at}`,
      title: `Washer M${at}`,
      price: 1 + at / 100,
      available: at % 2 === 0 ? 500 : 1,
      minOrderQuantity: 10,
    }),
  );
  const queries: string[] = [];
  await page.route('**/search?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    queries.push(query.toString());
    const found = all.filter((part) => !query.has('inStock') || part.available > 1);
    const start = Number(query.get('after') ?? 0);
    const end = start + Number(query.get('limit'));
    const after = end < found.length ? String(end) : undefined;
    const parts = found.slice(start, end);
    return route.fulfill({ json: aSearchPage({ parts, total: found.length, after }) });
  });
  return queries;
}

test('beyond spec 2: the whole catalogue', async ({ page }) => {
  const all = await allParts(page);
  await page.goto('/');

  await test.step('All parts on home leads there, and every part is listed', async () => {
    await page.getByRole('link', { name: 'All parts' }).click();
    await expect(page).toHaveURL('/shop');
    await expect(page).toHaveTitle('All Parts | Autoparts');
    await expect(count(page)).toHaveText(`${all.length} parts`);
  });

  await test.step('a whole part is visible at first, on a phone and on a desktop', async () => {
    for (const size of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await page.evaluate(() => {
        scrollTo({ top: 0, behavior: 'instant' });
      });
      const card = await cards(page).first().boundingBox();
      const banner = await page.locator('.bottom-note').boundingBox();
      const bottom = (card?.y ?? Infinity) + (card?.height ?? 0);
      expect(bottom, `at ${size.width}px`).toBeLessThanOrEqual(banner?.y ?? size.height);
    }
  });

  const sortBy = page.getByLabel('Sort by');
  await test.step('parts are sorted by name and by price', async () => {
    const prices = async () => {
      await expect(count(page)).toHaveText(/^\d+ parts$/);
      const texts = await cards(page).locator('.price').allTextContents();
      return texts.map((text) => Number(text.replace(/Price: \$|,/g, '')));
    };
    await sortBy.selectOption('Price, low to high');
    await expect(page).toHaveURL('/shop?sort=price-up');
    const up = await prices();
    expect(up).toEqual([...up].sort((a, b) => a - b));
    await sortBy.selectOption('Price, high to low');
    const down = await prices();
    expect(down).toEqual([...down].sort((a, b) => b - a));
    expect(down).not.toEqual(up);
    await sortBy.selectOption('Name, A to Z');
    await expect(cards(page).first().getByRole('heading')).toHaveText('A/C compressor');
  });

  await test.step('going back undoes one choice at a time', async () => {
    await inStockOnly(page).check();
    await expect(page).toHaveURL('/shop?stock=in&sort=name');
    await page.goBack();
    await expect(page).toHaveURL('/shop?sort=name');
    await expect(inStockOnly(page)).not.toBeChecked();
    await page.goBack();
    await expect(page).toHaveURL('/shop?sort=price-down');
    await expect(sortBy).toHaveValue('price-down');
  });

  await test.step('going back from a part restores the list and the scroll position', async () => {
    const card = cards(page).nth(12).getByRole('heading').getByRole('link');
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(500);
    await card.click();
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/shop?sort=price-down');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 200);
    await expect(sortBy).toHaveValue('price-down');
  });

  const field = page.getByRole('combobox', { name: 'Search parts' });
  await test.step('words are searched in titles and descriptions and stored in the URL', async () => {
    await page.goto('/shop');
    await field.fill('PETROL alternator');
    await field.press('Enter');
    await expect(page).toHaveURL('/shop?q=PETROL+alternator');
    await expect(count(page)).toHaveText('1 part');
    await expect(cards(page).getByRole('heading')).toHaveText('Alternator');
    await page.reload();
    await expect(field).toHaveValue('PETROL alternator');
    await expect(cards(page)).toHaveCount(1);
  });

  await test.step('a search without results offers alternatives', async () => {
    await page.goto('/shop?q=flux+capacitor&stock=in&sort=name');
    await expect(page.getByRole('heading', { name: 'No matching parts' })).toBeVisible();
    await expect(count(page)).toHaveText('0 parts');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove filter “flux capacitor”' }).click();
    await expect(page).toHaveURL('/shop?stock=in&sort=name');
    await expect(field).toHaveValue('');
    await expect(cards(page).first()).toBeVisible();
  });
});

test('beyond spec 2: a long catalogue', async ({ page }) => {
  const queries = await serveCatalogue(page, 2300);
  await page.goto('/shop');

  await test.step('grows with Show more, and a shared URL shows as many', async () => {
    await expect(cards(page)).toHaveCount(24);
    await expect(count(page)).toHaveText('2,300 parts');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(cards(page)).toHaveCount(48);
    await expect(cards(page).nth(24).getByRole('link').first()).toBeFocused();
    await expect(page).toHaveURL('/shop?show=48');
    expect(queries).toEqual(['sort=newest&limit=24', 'sort=newest&limit=24&after=24']);
    await page.reload();
    await expect(cards(page)).toHaveCount(48);
  });

  await test.step('when the rest does not load, the loaded parts stay and the rest can be retried', async () => {
    await page.route('**/search?*after=*', (route) => route.abort(), { times: 1 });
    await page.reload();
    await expect(page.getByText('The rest of the list did not load.')).toBeVisible();
    await expect(cards(page)).toHaveCount(24);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards(page)).toHaveCount(48);
  });

  await test.step('a sold-out part is marked and can be filtered out', async () => {
    await page.unrouteAll();
    await serveCatalogue(page, 4);
    await page.goto('/shop');
    await expect(cards(page)).toHaveCount(4);
    await expect(page.getByText('Sold out')).toHaveCount(2);
    await expect(cards(page).nth(1)).toContainText('Sold out');
    await inStockOnly(page).check();
    await expect(page).toHaveURL('/shop?stock=in');
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByText('Sold out')).toHaveCount(0);
  });
});
