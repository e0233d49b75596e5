import type { Page } from '@playwright/test';
import { expect, test } from './support/people';
import { expectAccessible, freshEmail, signIn, signOut, toast } from './support/shop';

async function expectAccessibleOnAllWidths(page: Page): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
}

/** The shop has answered that it keeps the cart. */
const cartSaved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/carts/'),
  );

test('a visitor fills the cart, signs up and orders all of it', async ({ page, ownPart }) => {
  const disc = await ownPart.add({
    title: 'Cart disc',
    minOrderQuantity: 2,
    available: 24,
    price: 29.9,
  });
  const pads = await ownPart.add({
    title: 'Cart pads',
    minOrderQuantity: 1,
    available: 50,
    price: 10,
  });

  await test.step('finds the cart empty, with a way on', async () => {
    await page.goto('/cart');
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await expectAccessibleOnAllWidths(page);
    await expect(page.getByRole('main').getByRole('link', { name: 'Browse parts' })).toBeVisible();
  });

  await test.step('adds two parts', async () => {
    for (const part of [disc, pads]) {
      await page.goto(`/shop/${part._id}`);
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
      await expect(toast(page, /^Added to cart/)).toBeVisible();
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Cart (2)' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('link', { name: 'Cart disc' })).toBeVisible();
    await expect(page.getByText('$69.80').first()).toBeVisible();
  });

  await test.step('is told what cannot be had, on its line', async () => {
    await page.getByLabel('Quantity of Cart disc').fill('40');
    await page.getByRole('button', { name: /^Take 24/ }).click();
    await expect(page.getByLabel('Quantity of Cart disc')).toHaveValue('24');
    await page.getByLabel('Quantity of Cart disc').fill('3');
    await expect(page.getByText('$99.70').first()).toBeVisible();
    await expectAccessibleOnAllWidths(page);
  });

  await test.step('keeps the cart through a reload', async () => {
    await page.reload();
    await expect(page.getByLabel('Quantity of Cart disc')).toHaveValue('3');
  });

  await test.step('signs up on the way to the order', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Checkout' }).first().click();
    await expect(page).toHaveURL('/signin');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Cara Cartwright');
    await page.getByLabel('Email').fill(freshEmail('cara'));
    await page.getByLabel('Password').fill('garage-1');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/checkout');
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    await expectAccessibleOnAllWidths(page);
  });

  await test.step('orders once, however often it is pressed', async () => {
    await page.getByLabel('Address').fill('12 Harbor Street, Portland, ME');
    await page.getByLabel('Phone').fill('2075550173');
    await page.reload();
    await expect(page.getByLabel('Address')).toHaveValue('12 Harbor Street, Portland, ME');
    await expect(page.getByText('$99.70').first()).toBeVisible();
    await page.getByRole('button', { name: 'PLACE ORDER' }).dblclick();
    await expect(toast(page, 'Order on progress')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pay now' })).toBeFocused();
    await expectAccessibleOnAllWidths(page);
    await expect(
      page.getByRole('navigation').getByRole('link', { name: 'Cart', exact: true }),
    ).toBeVisible();
  });

  await test.step('goes on to pay', async () => {
    await page.getByRole('link', { name: 'Pay now' }).click();
    await expect(page).toHaveURL(/\/payment\//);
    await expect(page.getByRole('heading', { name: /Total \$99\.70 only\.$/ })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByText('1 order, 1 to pay')).toBeVisible();
  });
});

test('a member has the same cart in every browser, and none after signing out', async ({
  newcomer: { page, email },
  browser,
  baseURL,
  ownPart,
}) => {
  const [here, there] = [
    await ownPart.add({ title: 'Part from here', minOrderQuantity: 1, available: 50, price: 10 }),
    await ownPart.add({ title: 'Part from there', minOrderQuantity: 1, available: 50, price: 20 }),
  ];
  await page.goto(`/shop/${here._id}`);
  const saved = cartSaved(page);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  expect((await saved).ok()).toBe(true);

  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  await other.goto(`/shop/${there._id}`);
  await other.getByRole('button', { name: 'Add to cart', exact: true }).click();
  const merged = cartSaved(other);
  await signIn(other, { email, password: 'garage-1' });
  expect((await merged).ok()).toBe(true);
  await expect(toast(other, /^1 line from your saved cart is back/)).toBeVisible();
  await expect(other.getByRole('navigation').getByRole('link', { name: 'Cart (2)' })).toBeVisible();
  await context.close();

  await page.goto('/cart');
  await expect(page.getByRole('link', { name: 'Part from here' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Part from there' })).toBeVisible();

  // What is chosen just before signing out is saved as well.
  await page.getByRole('button', { name: 'One more Part from there' }).click();
  const savedAtLast = cartSaved(page);
  await signOut(page);
  expect((await savedAtLast).ok()).toBe(true);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull();
  await signIn(page, { email, password: 'garage-1' });
  await expect(toast(page, /^2 lines from your saved cart are back/)).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Cart (2)' }).click();
  await expect(page.getByLabel('Quantity of Part from there')).toHaveValue('2');
});
