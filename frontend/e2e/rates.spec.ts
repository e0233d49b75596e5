import type { Page } from '@playwright/test';
import type { Rates } from '../src/api/contract/generated-types';
import { violations } from './support/axe';
import { callAs } from './support/calls';
import { expect, test } from './support/people';
import { setRates } from './support/rates';
import { expectAccessible, toast } from './support/shop';

const PATH = '/dashboard/shipping-and-tax';

const ratesOf = (page: Page) => callAs<Rates>(page, 'GET', '/rates');
const ground = {
  name: 'Ground',
  countries: ['US'],
  base: 9.9,
  perKilogram: 1.2,
  freeFrom: 250,
  maxGrams: 30_000,
  takesHazmat: false,
  daysFrom: 2,
  daysTo: 4,
  active: true,
} as Rates['shippingMethods'][number];
const ohio = {
  country: 'US',
  region: 'OH',
  millionths: 57_500,
  onShipping: true,
  onCore: false,
};

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const choose = async (page: Page, row: string, action: string) => {
  await page.getByRole('button', { name: `More for ${row}` }).click();
  await page.getByRole('button', { name: action, exact: true }).click();
};
const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();

// The other tests order in a shop without extra charges.
test.beforeEach(({ asAdmin }) => setRates(asAdmin));
test.afterEach(({ asAdmin }) => setRates(asAdmin));

test('shipping and tax are accessible in both color schemes, at any width', async ({
  asAdmin: page,
}) => {
  await setRates(page, {
    shippingMethods: [ground, { ...ground, name: 'Truck', countries: [], active: false }],
    taxRates: [ohio],
  });
  await page.goto(PATH);
  await expect(rowOf(page, 'Truck')).toBeVisible();
  await page.getByLabel('State or province').selectOption('OH');
  await page.getByLabel('Goods in $').fill('276');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await expect(page.getByText('Total with Ground')).toBeVisible();
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'More for Ground' }).click();
    expect(await violations(page)).toEqual([]);
    // If the page was scrolled during the check, the menu has closed.
    await page.keyboard.press('Escape');
    await choose(page, 'Ground', 'Edit');
    await page.getByLabel('Name', { exact: true }).fill('');
    await save(page);
    await expect(page.getByText('name is required')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'More for Ground' })).toBeFocused();
  }
});

test('an admin finds the page in the menu, and adds a method and a tax', async ({
  asAdmin: page,
}) => {
  await page.goto('/dashboard/profile');
  const more = page.getByRole('navigation', { name: 'More' });
  await more.getByRole('link', { name: 'Shipping and tax' }).click();
  await expect(page).toHaveURL(PATH);
  await expect(page).toHaveTitle('Shipping and tax | Autoparts');
  await expect(page.getByRole('heading', { name: 'No shipping methods yet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No taxes yet' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add the first method' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Canada');
  await page.getByLabel('Find a country').fill('canad');
  await page.getByRole('checkbox', { name: 'Canada' }).check();
  await page.getByLabel('Base price in $').fill('29');
  await page.getByLabel('Per kg in $').fill('3.10');
  await page.getByLabel('Maximum weight in kg').fill('20.125');
  await page.getByLabel('Minimum days').fill('5');
  await page.getByLabel('Maximum days').fill('9');
  await save(page);
  await expect(toast(page, 'Shipping method added')).toBeVisible();
  await expect(rowOf(page, 'Canada')).toContainText('20.125 kg');

  await page.getByRole('button', { name: 'Add the first tax' }).click();
  await page.getByRole('dialog').getByLabel('Country').selectOption('Canada');
  await page.getByRole('dialog').getByLabel('State or province').selectOption('ON');
  await page.getByLabel('Rate in %').fill('13.0001');
  await save(page);
  await expect(toast(page, 'Tax added')).toBeVisible();
  const { shippingMethods, taxRates } = await ratesOf(page);
  expect(shippingMethods).toEqual([
    expect.objectContaining({
      name: 'Canada',
      countries: ['CA'],
      perKilogram: 3.1,
      maxGrams: 20_125,
    }),
  ]);
  expect(taxRates).toEqual([
    { country: 'CA', region: 'ON', millionths: 130_001, onShipping: false, onCore: false },
  ]);
});

test('methods are moved by keyboard, switched off, copied and deleted', async ({
  asAdmin: page,
}) => {
  await setRates(page, { shippingMethods: [ground, { ...ground, name: 'Truck' }] });
  await page.goto(PATH);
  const namesOf = async () => (await ratesOf(page)).shippingMethods.map(({ name }) => name);
  await page.getByRole('button', { name: 'Move Truck up' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Truck moved up')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move Truck down' })).toBeFocused();
  expect(await namesOf()).toEqual(['Truck', 'Ground']);

  await choose(page, 'Truck', 'Switch off');
  await expect(toast(page, 'Truck is switched off')).toBeVisible();
  await choose(page, 'Truck', 'Copy');
  await save(page);
  await expect(rowOf(page, 'Copy of Truck')).toBeVisible();
  expect(await namesOf()).toEqual(['Truck', 'Ground', 'Copy of Truck']);

  await choose(page, 'Ground', 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete this shipping method?' });
  await expect(question).toContainText('Ground will be deleted.');
  await expect(question.getByRole('button', { name: 'cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Shipping method deleted')).toBeVisible();
  expect(await namesOf()).toEqual(['Truck', 'Copy of Truck']);
});

test('two admins at once: the second sees the conflict and keeps what was typed', async ({
  asAdmin: page,
}) => {
  await setRates(page, { shippingMethods: [ground], taxRates: [ohio] });
  await page.goto(PATH);
  await choose(page, 'Ground', 'Edit');
  await page.getByLabel('Per kg in $').fill('1.50');

  // Another admin.
  const { shippingMethods, taxRates } = await ratesOf(page);
  await setRates(page, {
    shippingMethods: shippingMethods.map((method) => ({ ...method, base: 12 })),
    taxRates,
  });
  await save(page);
  await expect(page.getByText(/^Someone else has changed shipping and tax/)).toBeVisible();
  await expect(page.getByLabel('Per kg in $')).toHaveValue('1.50');
  await expect(page.getByLabel('Base price in $')).toHaveValue('12');
  await expectAccessible(page);
  await save(page);
  await expect(toast(page, 'Shipping method saved')).toBeVisible();
  const [saved] = (await ratesOf(page)).shippingMethods;
  expect(saved).toMatchObject({ base: 12, perKilogram: 1.5 });
});

test('errors are shown under their fields, and an address is tried with the saved rates', async ({
  asAdmin: page,
}) => {
  await setRates(page, {
    shippingMethods: [ground, { ...ground, name: 'Canada only', countries: ['CA'] }],
    taxRates: [ohio, { ...ohio, country: 'DE', region: 'Bayern' }],
  });
  await page.goto(PATH);

  await test.step('errors are shown under their fields', async () => {
    await page.getByRole('button', { name: 'Add tax' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Country').selectOption('Germany');
    await dialog.getByLabel('Region').fill('Bayern');
    await dialog.getByLabel('Rate in %').fill('19.00001');
    await save(page);
    await expect(dialog.getByText('rate must have at most four decimals')).toBeVisible();
    await expect(dialog.getByText('this place already has a tax')).toBeVisible();
    await expect(dialog.getByLabel('Region')).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('an address is tried', async () => {
    const trial = page.getByRole('region', { name: 'Try an address' });
    await trial.getByLabel('State or province').selectOption('OH');
    await trial.getByLabel('Weight in kg').fill('11.8');
    await trial.getByLabel('Goods in $').fill('100');
    await trial.getByRole('button', { name: 'Try', exact: true }).click();
    await expect(trial.getByText('not offered: does not ship to this country')).toBeVisible();
    await expect(trial.getByText('Tax, Ohio 5.75%')).toBeVisible();
    // $100 and $24.06, with 5.75 % on each.
    await expect(trial).toContainText('$131.19');
    await trial.getByLabel('Dangerous goods').check();
    await trial.getByRole('button', { name: 'Try', exact: true }).click();
    await expect(trial.getByText('not offered: does not carry dangerous goods')).toBeVisible();
    await expect(trial.getByText(/^No shipping method delivers this order there/)).toBeVisible();
  });
});
