import type { Page } from '@playwright/test';
import { callAs, type Part } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, toast } from './support/shop';

const partOf = (page: Page, id: string) => callAs<Part>(page, 'GET', `/parts/${id}`);
const open = async (page: Page, { _id, title }: Part) => {
  await page.goto(`/dashboard/products/${_id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('two admins change a price at once: the second is asked and loses nothing', async ({
  asAdmin: first,
  ownPart,
}) => {
  const part = await ownPart.add({ title: `Gasket ${Date.now()}`, price: 12 });
  const second = await first.context().newPage();
  await open(first, part);
  await open(second, part);
  await first.getByLabel('Price in $').fill('14.50');
  await first.getByLabel('Minimum order').fill('3');
  await second.getByLabel('Price in $').fill('15');
  await second.getByLabel('Description').fill('For hot evenings.');
  await save(first);
  await expect(toast(first, 'Product saved')).toBeVisible();

  await save(second);
  await expect(second.getByText(/^Someone else has changed this part/)).toBeVisible();
  await expect(second.getByLabel('Price in $')).toHaveValue('15');
  await expectAccessible(second);
  expect(await partOf(first, part._id)).toMatchObject({ price: 14.5, desc: part.desc });

  await second.getByRole('button', { name: 'Load the current version' }).click();
  const both = second.getByRole('region', { name: 'You both changed these' });
  await expect(both.getByRole('heading')).toBeFocused();
  await expect(both.getByRole('radio', { name: 'Yours $15' })).toBeChecked();
  await expect(both.getByRole('radio', { name: 'Now $14.50' })).not.toBeChecked();
  await expect(second.getByLabel('Minimum order')).toHaveValue('3');
  await expectAccessible(second);
  await save(second);
  await expect(toast(second, 'Product saved')).toBeVisible();
  expect(await partOf(first, part._id)).toMatchObject({
    price: 15,
    minOrderQuantity: 3,
    desc: 'For hot evenings.',
  });
});

test('twenty pieces come in, and the part can be ordered', async ({ asAdmin: page, ownPart }) => {
  const part = await ownPart.add({
    title: `Bolt ${Date.now()}`,
    minOrderQuantity: 10,
    available: 3,
  });
  await page.goto(`/shop/${part._id}`);
  await expect(page.getByText('Available: 3 pcs.')).toBeVisible();

  await open(page, part);
  await page.getByLabel('Pieces', { exact: true }).fill('20');
  await page.getByLabel('Note', { exact: true }).fill('delivery note 88214');
  await page.getByRole('button', { name: 'Change stock' }).click();
  await expect(toast(page, '23 pieces available')).toBeVisible();
  await expect(page.getByRole('row', { name: /delivery note 88214/ })).toContainText('+20');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Show in the shop' }).click();
  await expect(page.getByText('Available: 23 pcs.')).toBeVisible();
  await callAs(page, 'POST', '/orders', {
    orderedId: part._id,
    quantity: 10,
    address: '12 Harbor Street, Portland, ME',
    phone: '2075550173',
  });
  expect(await partOf(page, part._id)).toMatchObject({ available: 13 });
});

test('a price is edited in the list', async ({ asAdmin: page, ownPart }) => {
  const part = await ownPart.add({ title: `Clip ${Date.now()}`, price: 12 });
  await page.goto('/dashboard/manageproducts');
  const row = page.getByRole('row', { name: new RegExp(part.title) });
  await row.getByRole('button', { name: /^\$12\b.*change the price/ }).click();
  await row.getByLabel(`Price of ${part.title}`).fill('12.75');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('button', { name: /^\$12\.75/ })).toBeFocused();
  expect(await partOf(page, part._id)).toMatchObject({ price: 12.75 });
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(46);
  await row.getByRole('button', { name: `More for ${part.title}` }).click();
  await row.getByRole('link', { name: `Edit ${part.title}` }).click();
  await expect(page.getByLabel('Price in $')).toHaveValue('12.75');
});
