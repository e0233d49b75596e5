// From thirty parts to one, by filters, by words and by number.
import type { Page } from '@playwright/test';
import { callAs, type Part } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible } from './support/shop';

const PARENT = { id: 'test-brakes', name: 'Test brakes' };
const CATEGORY = { id: 'test-pads', name: 'Test pads' };
const BRANDS = { kaldera: 'Kaldera', orvant: 'Orvant' };

/** Lists three of the shop's parts as brake pads, each with its own brand or size. */
async function listParts(admin: Page, add: (facts: object) => Promise<Part>): Promise<Part[]> {
  await callAs(admin, 'PUT', `/categories/${PARENT.id}`, { name: PARENT.name, position: 1 });
  await callAs(admin, 'PUT', `/categories/${CATEGORY.id}`, {
    name: CATEGORY.name,
    parent: PARENT.id,
    position: 1,
  });
  for (const [id, name] of Object.entries(BRANDS)) {
    await callAs(admin, 'PUT', `/brands/${id}`, { name });
  }
  const list = async (title: string, listing: object) => {
    const part = await add({ title, img: '/catalogue/brake-pads.svg' });
    const { revision } = await callAs<{ revision: number }>(
      admin,
      'GET',
      `/parts/${part._id}/record`,
    );
    await callAs(admin, 'PUT', `/parts/${part._id}/listing`, {
      revision,
      listing: { category: CATEGORY.id, ...listing },
    });
    return part;
  };
  const width = (value: string) => [{ name: 'Width', value, unit: 'mm' }];
  return [
    await list('Ceramic pads', {
      brand: 'kaldera',
      number: 'BRK-41060-C',
      numbers: [{ kind: 'oem', number: '41060-EB70A', maker: 'Honda' }],
      attributes: width('130'),
      listPrice: 15,
    }),
    await list('Ceramic pads, wide', { brand: 'kaldera', attributes: width('150') }),
    await list('Organic pads', { brand: 'orvant', attributes: width('130') }),
  ];
}

const results = (page: Page) => page.locator('.results > li');
const count = (page: Page) => page.locator('.result-count');

/** The index reflects admins' changes within a second. */
const untilFound = (page: Page, query: string, total: number) =>
  expect
    .poll(async () => (await callAs<{ total: number }>(page, 'GET', `/search?${query}`)).total)
    .toBe(total);

test('on a desktop: narrow down to one part, share the address, go back', async ({
  page,
  asAdmin,
  ownPart,
}) => {
  const [ceramic] = await listParts(asAdmin, ownPart.add);
  await untilFound(page, `category=${CATEGORY.id}`, 3);
  await page.goto('/shop');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('link', { name: /^Test brakes/ }).click();
  await filters.getByRole('link', { name: /^Test pads/ }).click();
  await expect(page).toHaveTitle('Test pads | Autoparts');
  await expect(count(page)).toHaveText('3 parts');
  await filters.getByLabel(/^Kaldera/).check();
  await expect(count(page)).toHaveText('2 parts');
  await filters.getByLabel(/^130 mm/).check();
  await expect(count(page)).toHaveText('1 part');
  await expect(results(page)).toContainText('Kaldera BRK-41060-C');
  await expectAccessible(page);

  const shared = page.url();
  await page.goto('/');
  await page.goto(shared);
  await expect(results(page)).toHaveCount(1);
  await results(page).getByRole('link', { name: ceramic?.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ceramic pads');
  await expect(page.getByRole('region', { name: 'Specifications' })).toContainText('130 mm');
  await expect(page.getByRole('region', { name: 'Numbers' })).toContainText('41060-EB70A');
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL(shared);
  await page.getByRole('button', { name: 'Remove filter Width: 130 mm' }).click();
  await expect(count(page)).toHaveText('2 parts');
  await page.goBack();
  await expect(results(page)).toHaveCount(1);
});

test('on a phone: filters in a sheet, and the search behind a button', async ({
  page,
  asAdmin,
  ownPart,
}) => {
  await listParts(asAdmin, ownPart.add);
  await untilFound(page, `category=${CATEGORY.id}`, 3);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/shop?category=${CATEGORY.id}`);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel(/^Orvant/).check();
  await expect(sheet.getByRole('button', { name: 'Show 1 part' })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Show 1 part' }).click();
  await expect(results(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Search parts' });
  await expect(field).toBeFocused();
  await field.fill('41060-EB70A');
  await expect(page.getByRole('option', { name: /^Honda OEM number/ })).toBeVisible();
  await expectAccessible(page);
  await field.press('Enter');
  const hit = page.getByRole('region', { name: 'Number 41060-EB70A' });
  await expect(hit).toContainText('Honda OEM number 41060-EB70A');
  await expectAccessible(page);
});

test('suggestions are used by keyboard', async ({ page, asAdmin, ownPart }) => {
  await listParts(asAdmin, ownPart.add);
  await untilFound(page, `category=${CATEGORY.id}`, 3);
  await page.goto('/');
  const field = page.getByRole('combobox', { name: 'Search parts' });
  await field.pressSequentially('test pa');
  const first = page.getByRole('option', { name: /^Test pads in Test brakes/ });
  await expect(first).toBeVisible();
  await field.press('Escape');
  await expect(first).toBeHidden();
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page).toHaveURL(`/shop?category=${CATEGORY.id}`);
  await expect(count(page)).toHaveText('3 parts');
});

test('the quantity chosen on a part’s page is used in the order', async ({
  asCustomer: page,
  asAdmin,
  ownPart,
}) => {
  const [part] = await listParts(asAdmin, ownPart.add);
  await page.goto(`/shop/${part?._id}`);
  await page.getByLabel(/^Quantity/).fill('1');
  const purchase = page.locator('.buy-form').getByRole('link', { name: 'Purchase' });
  await purchase.click();
  await expect(page.getByText('Minimum order 2 pieces')).toBeVisible();
  await page.getByLabel(/^Quantity/).fill('5');
  await purchase.click();
  await expect(page).toHaveURL(`/purchase/${part?._id}?quantity=5`);
  await expect(page.getByLabel('Quantity')).toHaveValue('5');
  await page.getByLabel('Quantity').fill('6');
  await expect(page).toHaveURL(`/purchase/${part?._id}`);
});

test('on a phone the price and the order button stay visible', async ({ page, ownPart }) => {
  const part = await ownPart.add({ title: 'Docked plug', price: 1299.95 });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/shop/${part._id}`);
  const toOrder = page.getByRole('link', { name: 'Order', exact: true });
  await expect(toOrder).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.dock')).toContainText('$1,299.95');
  // Keyboard focus does not scroll it away.
  await toOrder.focus();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(toOrder).toBeFocused();
  await toOrder.press('Enter');
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeInViewport();
  await expect(toOrder).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Docked plug' })).toBeVisible();
  await expect(page.locator('.dock')).toHaveCount(0);
});
