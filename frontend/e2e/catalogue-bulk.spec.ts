import type { Page } from '@playwright/test';
import type { ProductPage } from '../src/api/contract/generated-types';
import { callAs, type Part } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible } from './support/shop';

const priceOf = async (page: Page, { _id }: Part) =>
  (await callAs<Part>(page, 'GET', `/parts/${_id}`)).price;
const rowOf = (page: Page, { title }: Part) => page.getByRole('row', { name: new RegExp(title) });
const search = (page: Page, words: string) => page.getByLabel('Search products').fill(words);
/** The index is updated within a second. */
const untilFound = (page: Page, words: string, count: number) =>
  expect
    .poll(async () => {
      const path = `/parts/records?q=${encodeURIComponent(words)}`;
      return (await callAs<ProductPage>(page, 'GET', path)).products.length;
    })
    .toBe(count);

test('a part is found by its number, hidden on a desktop and shown again on a phone', async ({
  asAdmin: page,
  ownPart,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const number = `NV ${Date.now()}`;
  const part = await ownPart.add({ title: `Gasket ${number}` });
  const listing = { revision: 1, listing: { number } };
  await callAs(page, 'PUT', `/parts/${part._id}/listing`, listing);
  await page.goto('/dashboard/manageproducts');
  await expect(rowOf(page, part)).toBeVisible();
  await search(page, number.replace(' ', '-'));
  await expect(page).toHaveURL(/q=NV-/);
  await expect(page.getByRole('row', { name: /Gasket/ })).toHaveCount(1);
  await page.reload();
  await expect(rowOf(page, part)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: `Delete ${part.title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No matching products' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByRole('button', { name: 'Search hidden products' }).click();
  await rowOf(page, part).getByRole('button', { name: 'Put back' }).click();
  await expect(rowOf(page, part)).toHaveCount(0);
  await page.getByLabel('Show', { exact: true }).selectOption('In the shop');
  await expect(rowOf(page, part)).toBeVisible();
});

test('three prices are changed at once on a phone and a desktop while another tab edits one', async ({
  asAdmin: page,
  ownPart,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const lot = `Lot${Date.now()}`;
  const parts: Part[] = [];
  for (const price of [10, 20, 30]) {
    parts.push(await ownPart.add({ title: `Bolt ${price} ${lot}`, price }));
  }
  await untilFound(page, lot, 3);
  await page.goto(`/dashboard/manageproducts?q=${lot}`);
  for (const { title } of parts) await page.getByLabel(`Select ${title}`).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByLabel('By %').fill('+10');
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /Bolt 30/ })).toContainText('$33');
  await expectAccessible(page);

  // Another tab.
  const [first] = parts;
  if (!first) throw new Error('no part');
  const { title, desc, img, minOrderQuantity } = first;
  const edit = { title, desc, img, minOrderQuantity, price: 12, revision: 1 };
  await callAs(page, 'PUT', `/parts/${first._id}`, edit);
  await dialog.getByRole('button', { name: 'Apply to 3 parts' }).click();
  await expect(dialog.getByText(/have changed since the preview/)).toBeVisible();
  expect(await Promise.all(parts.map((part) => priceOf(page, part)))).toEqual([12, 20, 30]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('row', { name: /Bolt 10/ })).toContainText('$13.20');
  await dialog.getByRole('button', { name: 'Apply to 3 parts' }).click();
  await expect(dialog.getByText('3 parts changed.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, first)).toContainText('$13.20');
  expect(await Promise.all(parts.map((part) => priceOf(page, part)))).toEqual([13.2, 22, 33]);
});
