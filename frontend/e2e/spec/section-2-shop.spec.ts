import type { Page } from '@playwright/test';
import { aPart } from '../../src/testing/fixtures';
import { allParts } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible } from '../support/shop';

const cards = (page: Page) => page.locator('.shop .grid-parts > li');
const count = (page: Page) => page.locator('.found');

/** A catalogue of the test's own, handed out in pages as the server does. */
async function serveCatalogue(page: Page, size: number) {
  const all = Array.from({ length: size }, (_, at) =>
    aPart({
      _id: `part-${at}`,
      title: `Washer M${at}`,
      desc: at === size - 1 ? 'The very last one, of titanium.' : 'Zinc-plated steel.',
      price: 1 + at / 100,
      available: at % 2 === 0 ? 500 : 1,
      minOrderQuantity: 10,
    }),
  );
  const asked: string[] = [];
  await page.route('**/parts?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query.toString());
    const start = all.findIndex(({ _id }) => _id === query.get('after')) + 1;
    return route.fulfill({ json: all.slice(start, start + Number(query.get('limit'))) });
  });
  return asked;
}

test.describe('beyond spec 2: the whole catalogue', () => {
  test('All parts on home leads there, and every part is listed', async ({ page }) => {
    const all = await allParts(page);
    await page.goto('/');
    await page.getByRole('link', { name: 'All parts' }).click();
    await expect(page).toHaveURL('/shop');
    await expect(page).toHaveTitle('All Parts | Autoparts');
    await expect(count(page)).toHaveText(`${all.length} parts`);
    await expectAccessible(page);
  });

  test('words are searched for in titles and descriptions, and stand in the address', async ({
    page,
  }) => {
    await page.goto('/shop');
    await page.getByLabel('Search').fill('PETROL alternator');
    await expect(page).toHaveURL('/shop?q=PETROL+alternator');
    await expect(cards(page)).toHaveCount(1);
    await expect(count(page)).toHaveText('1 part found');
    await expect(cards(page).getByRole('heading')).toHaveText('Alternator');
    await page.reload();
    await expect(page.getByLabel('Search')).toHaveValue('PETROL alternator');
    await expect(cards(page)).toHaveCount(1);
  });

  test('a search without result can be cleared', async ({ page }) => {
    await page.goto('/shop?q=flux+capacitor&stock=in&sort=name');
    await expect(page.getByRole('heading', { name: 'No matching parts' })).toBeVisible();
    await expect(count(page)).toHaveText('No part found');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page).toHaveURL('/shop?sort=name');
    await expect(page.getByLabel('Search')).toHaveValue('');
    await expect(cards(page).first()).toBeVisible();
  });

  test('parts are sorted by name and by price', async ({ page }) => {
    await page.goto('/shop');
    const prices = async () => {
      const texts = await cards(page).locator('.price').allTextContents();
      return texts.map((text) => Number(text.replace(/Price: \$|,/g, '')));
    };
    await page.getByLabel('Sort by').selectOption('Price, low to high');
    await expect(page).toHaveURL('/shop?sort=price-up');
    const up = await prices();
    expect(up).toEqual([...up].sort((a, b) => a - b));
    await page.getByLabel('Sort by').selectOption('Price, high to low');
    const down = await prices();
    expect(down).toEqual([...down].sort((a, b) => b - a));
    expect(down).not.toEqual(up);
    await page.getByLabel('Sort by').selectOption('Name, A to Z');
    await expect(cards(page).first().getByRole('heading')).toHaveText('A/C compressor');
  });

  test('going back undoes one choice after the other', async ({ page }) => {
    await page.goto('/shop');
    await page.getByLabel('Sort by').selectOption('Price, low to high');
    await page.getByLabel('In stock only').check();
    await expect(page).toHaveURL('/shop?sort=price-up&stock=in');
    await page.goBack();
    await expect(page).toHaveURL('/shop?sort=price-up');
    await expect(page.getByLabel('In stock only')).not.toBeChecked();
    await page.goBack();
    await expect(page).toHaveURL('/shop');
    await expect(page.getByLabel('Sort by')).toHaveValue('listed');
  });

  test('a part that is sold out says so, and can be left out', async ({ page }) => {
    await serveCatalogue(page, 4);
    await page.goto('/shop');
    await expect(cards(page)).toHaveCount(4);
    await expect(page.getByText('Sold out')).toHaveCount(2);
    await expect(cards(page).nth(1)).toContainText('Sold out');
    await page.getByLabel('In stock only').check();
    await expect(page).toHaveURL('/shop?stock=in');
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByText('Sold out')).toHaveCount(0);
  });

  test('a long catalogue grows by Show more, and a search looks through all of it', async ({
    page,
  }) => {
    const asked = await serveCatalogue(page, 2300);
    await page.goto('/shop');
    await expect(cards(page)).toHaveCount(24);
    await expect(count(page)).toHaveText('100 parts and more');
    expect(asked).toEqual(['limit=100']);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(cards(page)).toHaveCount(48);
    await expect(cards(page).nth(24).getByRole('link').first()).toBeFocused();
    await expect(page).toHaveURL('/shop?show=48');

    await page.getByLabel('Search').fill('titanium');
    await expect(count(page)).toHaveText('1 part found');
    await expect(cards(page).getByRole('heading')).toHaveText('Washer M2299');
    expect(asked).toEqual([
      'limit=100',
      'limit=1000&after=part-99',
      'limit=1000&after=part-1099',
      'limit=1000&after=part-2099',
    ]);
  });

  test('when the rest does not load, what is there stays, and the rest can be asked for again', async ({
    page,
  }) => {
    await serveCatalogue(page, 150);
    await page.route('**/parts?*after=*', (route) => route.abort(), { times: 1 });
    await page.goto('/shop?sort=price-up');
    await expect(page.getByText('The rest of the catalogue did not load.')).toBeVisible();
    await expect(cards(page)).toHaveCount(24);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(count(page)).toHaveText('150 parts');
  });

  test('parts that do not load can be asked for again', async ({ page }) => {
    await page.route('**/parts?*', (route) => route.abort(), { times: 1 });
    await page.goto('/shop');
    await expect(page.getByRole('heading', { name: 'Parts did not load' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards(page).first()).toBeVisible();
  });

  test('going back from a part finds the list and the place in it', async ({ page }) => {
    await page.goto('/shop?sort=name');
    await expect(cards(page).first()).toBeVisible();
    const card = cards(page).nth(12).getByRole('heading').getByRole('link');
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(500);
    await card.click();
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/shop?sort=name');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 200);
    await expect(page.getByLabel('Sort by')).toHaveValue('name');
  });
});
