import type { Page } from '@playwright/test';
import type { Fits, VehicleName } from '../src/api/contract/generated-types';
import { callAs, type Part } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, toast } from './support/shop';

/** A make of the shop, and one of its models. */
async function someModel(page: Page): Promise<{ make: VehicleName; model: VehicleName }> {
  const [make] = await callAs<VehicleName[]>(page, 'GET', '/makes');
  if (!make) throw new Error('the shop knows no vehicles');
  const [model] = await callAs<VehicleName[]>(page, 'GET', `/makes/${make.id}/models`);
  if (!model) throw new Error(`the shop knows no models of ${make.name}`);
  return { make, model };
}

const open = async (page: Page, { _id, title }: Part) => {
  await page.goto(`/dashboard/products/${_id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const finish = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('an admin maintains a part’s fitment, on a phone and on a desktop', async ({
  asAdmin: page,
  ownPart,
}) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const stamp = `${Date.now()}`;
  const part = await ownPart.add({ title: `Brake pads ${stamp}` });
  const sibling = await ownPart.add({ title: `Brake pads, coated ${stamp}` });
  const number = `FIT-${stamp}`;
  const numbered = { revision: 1, listing: { number } };
  await callAs(page, 'PUT', `/parts/${part._id}/listing`, numbered);
  // A year covered by one of the model's listed engines; 2018 if it has none.
  const { make, model } = await someModel(page);
  const engines = await callAs<{ to: number }[]>(
    page,
    'GET',
    `/makes/${make.id}/models/${model.id.slice(make.id.length + 1)}/engines`,
  );
  const year = String(engines[0]?.to ?? 2018);
  const name = `${make.name} ${model.name}`;
  const words = `Not for taxis ${stamp}`;
  const verdictOf = async ({ _id }: Part) => {
    const path = `/fits?vehicle=${year}/${model.id}&parts=${_id}`;
    return (await callAs<Fits>(page, 'GET', path)).verdicts[0]?.verdict;
  };

  await open(page, part);
  expect(await verdictOf(part)).toBe('unknown');
  await press(page, 'Add model');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Make').selectOption(make.id);
  await dialog.getByLabel('Model').selectOption(model.id);
  await dialog.getByLabel('From year 1').fill(year);
  await dialog.getByLabel('To year 1').fill(year);
  await dialog.getByLabel('Position 1').fill('Front');
  await dialog.getByLabel('Pieces 1').fill('2');
  await dialog.getByLabel('Conditions 1, one per line').fill(words);
  await expectAccessible(page);
  await finish(page, 'Save');
  await expect(rowOf(page, name)).toContainText(`${year}, 2 at Front: ${words}`);
  await expect(page.getByRole('heading', { name: 'Fits' })).toBeFocused();
  await expectAccessible(page);
  expect(await verdictOf(part)).toBe('fits_if');

  // The form with the part's other fields treats the change as its own.
  await page.getByLabel('Price in $').fill('41');
  await page.getByLabel('Product').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Product saved')).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, sibling);
  await press(page, 'Copy from another part');
  await dialog.getByLabel('Part number').fill(number.toLowerCase());
  await finish(page, 'Find');
  await expect(dialog.getByLabel('Part', { exact: true })).toHaveValue(part._id);
  await expectAccessible(page);
  await finish(page, 'Copy');
  await expect(rowOf(page, name)).toContainText(words);

  await page.getByRole('link', { name: 'Conditions' }).click();
  const about = page.getByLabel(`What “${words}” is about`);
  await expect(rowOf(page, words)).toContainText('2');
  await expectAccessible(page);
  await about.selectOption('The part');
  await expect(toast(page, 'Saved')).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('The part');
  await expect(about).toHaveValue('part');
  expect(await verdictOf(part)).toBe('fits');
  expect(await verdictOf(sibling)).toBe('fits');

  await open(page, sibling);
  await press(page, `Suspend ${name}`);
  await dialog.getByLabel('Reason').fill('Came back twice');
  await expectAccessible(page);
  await finish(page, 'Suspend');
  await expect(page.getByText('Suspended: Came back twice')).toBeVisible();
  expect(await verdictOf(sibling)).toBe('unknown');
  await press(page, `Resume ${name}`);
  await finish(page, 'Resume');
  await expect(page.getByText('Suspended: Came back twice')).toBeHidden();
  expect(await verdictOf(sibling)).toBe('fits');
  const hasRoom = () => document.documentElement.scrollWidth <= window.innerWidth;
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(hasRoom)).toBe(true);
  }
});
