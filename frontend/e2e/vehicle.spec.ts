// From choosing a car to an order that records the agreed fit, with the keyboard only.
import type { Page } from '@playwright/test';
import { callAs } from './support/calls';
import { CIVIC, expectFound, listFor } from './support/fitment';
import { pressOn, tabTo } from './support/keyboard';
import { expect, test } from './support/people';
import { expectAccessible, fillDestination, freshEmail, signIn, toast } from './support/shop';

const PHONE = 360;

const shopFor = `/shop?${new URLSearchParams({ vehicle: CIVIC.id })}`;

/** Chooses the car on a phone, where a sheet asks one step at a time. */
async function chooseInSheet(page: Page): Promise<void> {
  const { year, make, model, engine } = CIVIC;
  await pressOn(page, page.getByRole('button', { name: 'Choose your car' }));
  const sheet = page.getByRole('dialog', { name: 'Choose your car' });
  for (const [step, option] of Object.entries({ year, make, model, engine })) {
    await expect(sheet.getByRole('heading', { name: `Choose the ${step}` })).toBeVisible();
    if (step === 'make') await expectAccessible(page);
    await pressOn(page, sheet.getByRole('button', { name: option, exact: true }));
  }
  await expect(sheet).toBeHidden();
  await pressOn(page, page.getByRole('main').getByRole('link', { name: /^Show parts/ }));
}

test('on a desktop a car is chosen in the four fields of the bar', async ({ page }) => {
  const { year, make, model, engine } = CIVIC;
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Your car' });
  for (const [label, option] of Object.entries({
    Year: year,
    Make: make,
    Model: model,
    Engine: engine,
  })) {
    const field = form.getByRole('combobox', { name: label });
    await tabTo(page, field);
    await expect(field.getByRole('option', { name: option, exact: true })).toBeAttached();
    await page.keyboard.type(option);
    await expect(field.locator('option:checked')).toHaveText(option);
  }
  await expectAccessible(page);
  await pressOn(page, form.getByRole('button', { name: 'Show parts' }));
  await expect(page).toHaveURL(shopFor);
});

const verdict = (page: Page) => page.getByRole('group', { name: 'Does it fit?' });
const chip = (page: Page) =>
  page.getByRole('button', { name: `Your car: ${CIVIC.name}. Change`, includeHidden: true });

test('a visitor with a car orders parts that fit and parts that do not', async ({
  page,
  browser,
  baseURL,
  ownPart,
  asAdmin,
}) => {
  test.slow();
  await page.setViewportSize({ width: PHONE, height: 900 });
  const stamp = `${Date.now()}`;
  const caliper = await ownPart.add({
    title: `Caliper ${stamp}`,
    minOrderQuantity: 1,
    price: 92,
  });
  const filter = await ownPart.add({ title: `Filter ${stamp}`, minOrderQuantity: 1, price: 6 });
  const wheels = `With 17-inch wheels ${stamp}`;
  const pads = await ownPart.add({ title: `Pads ${stamp}`, minOrderQuantity: 1, price: 27 });
  const years = { from: 2016, to: 2021 };
  await listFor(asAdmin, caliper, 'honda/civic', [{ ...years, position: 'Front', pieces: 2 }]);
  await listFor(asAdmin, pads, 'honda/civic', [{ ...years, conditions: [wheels] }]);
  await listFor(asAdmin, filter, 'honda/accord', [{ from: 2018, to: 2022 }]);
  for (const part of [caliper, pads]) await expectFound(page, part, CIVIC.id);
  const email = freshEmail('driver');

  await test.step('chooses a car and sees only parts that fit', async () => {
    await page.goto('/');
    await chooseInSheet(page);
    await expect(page).toHaveURL(shopFor);
    await expect(page.getByRole('link', { name: caliper.title, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: pads.title, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: filter.title, exact: true })).toBeHidden();
    const card = page.getByRole('listitem').filter({ hasText: caliper.title });
    await expect(card.getByText('Fits', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('takes the number of pieces that the car needs', async () => {
    await pressOn(page, page.getByRole('link', { name: caliper.title, exact: true }));
    await expect(verdict(page)).toContainText(`Fits your ${CIVIC.car}`);
    await expect(page.getByText('Your car needs 2 (front).')).toBeVisible();
    await pressOn(page, page.getByRole('button', { name: 'Set quantity to 2' }));
    await expect(page.getByLabel(/^Quantity, 1 to/)).toHaveValue('2');
    await expect(page.getByRole('row', { name: /Civic/ })).toContainText('2016–2021');
    await expectAccessible(page);
    await pressOn(page, page.getByRole('button', { name: 'Add to cart', exact: true }));
    await expect(toast(page, /^Added to cart/)).toBeVisible();
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step('sees that one part does not fit and one fits on a condition', async () => {
    await page.goto(`/shop/${filter._id}`);
    await expect(verdict(page)).toContainText(`Doesn't fit your ${CIVIC.car}`);
    await expectAccessible(page);
    await pressOn(page, page.getByRole('button', { name: 'Add to cart', exact: true }));
    await page.goto(`/shop/${pads._id}`);
    await expect(verdict(page)).toContainText(`Check: ${wheels}`);
    await pressOn(page, verdict(page).getByRole('checkbox', { name: wheels }), 'Space');
    await pressOn(page, page.getByRole('button', { name: 'Add to cart', exact: true }));
  });

  await test.step('cannot leave the cart until the conditions are confirmed', async () => {
    await page.goto('/cart');
    const line = page.getByRole('listitem', { name: filter.title });
    await expect(line).toContainText('Not listed for this car.');
    // The condition confirmed on the part's page stays confirmed.
    await expect(page.getByRole('checkbox', { name: wheels })).toBeChecked();
    await expect(page.getByText('One item needs your attention')).toBeVisible();
    await expectAccessible(page);
    await pressOn(page, page.getByRole('main').getByRole('link', { name: 'Checkout' }).last());
    await expect(page).toHaveURL('/cart');
    await expect(line).toBeFocused();
    const agree = line.getByRole('checkbox', { name: 'I know that it is not listed for my car' });
    await pressOn(page, agree, 'Space');
    await expect(page.getByText('One item needs your attention')).toBeHidden();
  });

  await test.step('signs up, and finds the car in another browser', async () => {
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Nora Newcomer');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('garage-1');
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().includes('/garages/'),
    );
    await page.keyboard.press('Enter');
    expect((await saved).ok()).toBe(true);
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
    const other = await context.newPage();
    await signIn(other, { email, password: 'garage-1' });
    await expect(chip(other)).toBeVisible();
    await other.goto('/dashboard/garage');
    await expect(other.getByRole('main').getByText(CIVIC.name, { exact: true })).toBeVisible();
    await expectAccessible(other);
    await context.close();
  });

  let order = '';
  await test.step('orders everything', async () => {
    await page.goto('/checkout');
    await expect(page.getByText(`Doesn't fit your ${CIVIC.car}`)).toBeVisible();
    await expectAccessible(page);
    await fillDestination(page);
    await pressOn(page, page.getByRole('button', { name: 'PLACE ORDER' }));
    await expect(page.getByRole('link', { name: 'Pay now' })).toBeFocused();
    await pressOn(page, page.getByRole('link', { name: 'See your order' }));
    order = page.url();
  });

  const expectAgreed = async () => {
    const lines = page.locator('.order-lines > li');
    const lineOf = (title: string) => lines.filter({ hasText: title });
    await expect(lineOf(caliper.title)).toContainText(`Fits For ${CIVIC.name}`);
    await expect(lineOf(pads.title)).toContainText(`You confirmed: ${wheels}`);
    await expect(lineOf(filter.title)).toContainText(
      'You confirmed that it is not listed for this car.',
    );
  };

  await test.step('sees what was agreed, even after the data has changed', async () => {
    await expectAgreed();
    await expectAccessible(page);
    await listFor(asAdmin, caliper, 'honda/civic', []);
    await listFor(asAdmin, filter, 'honda/civic', [years]);
    const address = `/fits?${new URLSearchParams({ vehicle: CIVIC.id, parts: filter._id })}`;
    expect(await callAs(page, 'GET', address)).toMatchObject({ verdicts: [{ verdict: 'fits' }] });
    await page.goto(order);
    await expectAgreed();
  });
});
