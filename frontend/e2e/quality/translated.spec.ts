// The browser's translator replaces every text of the page (ADR 0047). The app must keep working
// and show correct values.
import type { Page } from '@playwright/test';
import { allScreens, goWithin } from '../support/all-screens';
import { callAs } from '../support/calls';
import { expect, test } from '../support/people';
import { customer, fillCard, toast } from '../support/shop';
import { expectTranslated, translateAlways } from '../support/translator';

/** Errors thrown by a page; React also logs the error that broke a screen to the console. */
function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('console', (message) => {
    if (/NotFoundError|not a child/.test(message.text())) failures.push(message.text());
  });
  return failures;
}

const shownBroken = (page: Page) => page.getByText(/stopped working|did not load/);

test('every screen is translated, and the next one opens', async ({ asAdmin: page }) => {
  test.slow();
  const failures = failuresOf(page);
  await translateAlways(page);
  const screens = await allScreens(page);
  await page.goto('/');
  for (const [name, address] of screens) {
    await goWithin(page, address);
    await expectTranslated(page);
    await expect(page.locator('h1 font').first(), name).toBeAttached();
    await expect(shownBroken(page), name).toHaveCount(0);
  }
  expect(failures).toEqual([]);
});

test('a user signs in on a translated page', async ({ page }) => {
  const failures = failuresOf(page);
  await translateAlways(page);
  await page.goto('/signin');
  await expectTranslated(page);
  const submit = page.getByRole('main').getByRole('button', { name: '«Sign in»' });
  await submit.click();
  await expect(page.getByText('email is required')).toBeVisible();
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password').fill('not the password');
  await submit.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password').fill(customer.password);
  await submit.click();
  await expect(page.getByRole('button', { name: '«Sign Out»' })).toBeVisible();
  expect(failures).toEqual([]);
});

test('a translated order is placed and paid', async ({ newcomer: { page }, ownPart }) => {
  const failures = failuresOf(page);
  const part = await ownPart.add({ minOrderQuantity: 2, price: 12.5 });
  await translateAlways(page);
  await page.goto(`/purchase/${part._id}`);
  await expectTranslated(page);
  await page.getByLabel('Address').fill('12 Harbor Street, Portland, ME');
  await page.getByLabel('Phone').fill('2075550173');
  await page.getByLabel('Quantity').fill('1');
  const place = page.getByRole('button', { name: 'PLACE ORDER' });
  await place.click();
  await expect(toast(page, 'Minimum order 2 pieces')).toBeVisible();
  await page.getByLabel('Quantity').fill('4');
  await expect(page.locator('.total').getByText('$50')).toBeVisible();
  await place.click();
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible();

  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: /4 «pieces/ })).toBeVisible();
  const pay = page.getByRole('button', { name: '«Pay»' });
  await expect(pay).toBeEnabled();
  await fillCard(page, '4000000000000002');
  await pay.click();
  await expect(page.getByText('Your card was declined.')).toBeVisible();
  await fillCard(page, '4242424242424242');
  await pay.click();
  await expect(page.getByText('successfully completed payment')).toBeVisible();
  await page.getByRole('link', { name: 'Order and receipt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order');
  await expect(shownBroken(page)).toHaveCount(0);
  expect(failures).toEqual([]);
});

test('a translated cart shows its count', async ({ page, ownPart }) => {
  const failures = failuresOf(page);
  const part = await ownPart.add({ minOrderQuantity: 1, available: 90, price: 3 });
  await translateAlways(page);
  await page.goto(`/shop/${part._id}`);
  await expectTranslated(page);
  await page.getByLabel(/Quantity/).fill('4');
  await page.getByRole('button', { name: '«Add to cart»' }).click();
  await expect(toast(page, /Added to cart/)).toBeVisible();
  await goWithin(page, '/cart');
  await expectTranslated(page);
  const pieces = page.locator('.cart-head p');
  const words = async () => (await pieces.textContent())?.replace(/[«»]/g, '');
  await expect.poll(words).toBe('1 line, 4 pieces');
  await page.getByLabel(/Quantity|Pieces/i).fill('40');
  await page.keyboard.press('Enter');
  await expect.poll(words).toBe('1 line, 40 pieces');
  await expect(page.locator('.sums .total b')).toHaveText('$120');

  await page.getByRole('button', { name: /Remove/ }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  expect(failures).toEqual([]);
});

test('a text that changes during translation shows its new value', async ({ page, ownPart }) => {
  const part = await ownPart.add({ minOrderQuantity: 1, available: 90, price: 3 });
  await page.goto(`/shop/${part._id}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(toast(page, /Added to cart/)).toBeVisible();
  await goWithin(page, '/cart');
  const head = page.locator('.cart-head p');
  await expect(head).toHaveText('1 line, 1 piece');
  await page.evaluate(() => {
    for (const text of [...(document.querySelector('.cart-head p')?.childNodes ?? [])]) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      font.textContent = 'translated';
      text.replaceWith(font);
    }
    document.querySelector<HTMLElement>('.stepper button:last-of-type')?.click();
  });
  await expect(head).toHaveText('1 line, 2 pieces');
});

test('a translated shop is filtered', async ({ page }) => {
  const failures = failuresOf(page);
  await translateAlways(page);
  await page.goto('/shop');
  await expectTranslated(page);
  const found = async () =>
    (await page.locator('.result-count').textContent())?.replace(/[«»]/g, '');
  const all = await found();
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.locator('.facet a.option').first().click();
  await expect.poll(found).not.toBe(all);
  await expect.poll(found).toMatch(/^\d+ parts?$/);
  const shown = await callAs<{ total: number }>(
    page,
    'GET',
    `/search${new URL(page.url()).search}`,
  );
  await expect.poll(found).toMatch(new RegExp(`^${shown.total} parts?$`));
  await page.goBack();
  await expect.poll(found).toBe(all);
  expect(failures).toEqual([]);
});

test('a translated profile is saved', async ({ newcomer: { page } }) => {
  const failures = failuresOf(page);
  await translateAlways(page);
  await page.goto('/dashboard/profile');
  await expectTranslated(page);
  await page.getByLabel('Name').fill('');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('name is required')).toBeVisible();
  await page.getByLabel('Name').fill('Nora N.');
  await page.getByLabel('Address').fill('12 Harbor Street');
  await page.getByLabel('Education').fill('Motor mechanic');
  await page.getByLabel('Phone').fill('+1 207 555 0173');
  await page.getByRole('textbox', { name: 'LinkedIn' }).fill('https://www.linkedin.com/in/nora');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(toast(page, 'Profile updated')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Your details' }).getByText('Motor mechanic'),
  ).toBeVisible();
  expect(failures).toEqual([]);
});

test('a product is added on a translated page', async ({ asAdmin: page, ownPart }) => {
  const failures = failuresOf(page);
  await translateAlways(page);
  await page.goto('/dashboard/addproduct');
  await expectTranslated(page);
  const add = page.getByRole('main').getByRole('button', { name: 'Add Product' });
  await add.click();
  await expect(page.getByText('title is required')).toBeVisible();
  const title = `Translated rail ${Date.now()}`;
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Steel, four injectors.');
  await page.getByLabel('Image').fill('/catalogue/fuel-pump.svg');
  await page.getByLabel('Price in $').fill('119.90');
  await page.getByLabel('Minimum order').fill('2');
  await page.getByLabel('Available pieces').fill('20');
  const added = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/parts'),
  );
  await add.click();
  const { insertedId } = (await (await added).json()) as { insertedId: string };
  ownPart.removeLater(insertedId);
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(shownBroken(page)).toHaveCount(0);
  expect(failures).toEqual([]);
});
