import type { Page } from '@playwright/test';
import { expect, test } from './support/people';
import { aWay, setRates, TAX_IN_MAINE } from './support/rates';
import {
  expectAccessible,
  fillDestination,
  freshEmail,
  signIn,
  signOut,
  toast,
} from './support/shop';

test('a checkout in a shop with rates shows shipping and tax before the order', async ({
  newcomer: { page },
  asAdmin,
  ownPart,
}) => {
  const part = await ownPart.add({
    title: 'Rated pads',
    minOrderQuantity: 4,
    available: 40,
    price: 25,
    pack: 4,
    core: 5,
  });
  await setRates(asAdmin, {
    shippingMethods: [aWay('Express', 41.2, [1, 1]), aWay('Ground', 18.4, [2, 4])],
    taxRates: [TAX_IN_MAINE],
  });
  try {
    await test.step('sees the additional charges in the cart', async () => {
      await page.goto(`/shop/${part._id}`);
      await expect(page.getByText('Sold in packs of 4')).toBeVisible();
      await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
      await page.goto('/cart');
      const costs = page.getByRole('complementary', { name: 'Order summary' });
      await expect(costs.getByText('Plus shipping and tax.')).toBeVisible();
      await costs.getByLabel('State').selectOption('ME');
      await costs.getByLabel('Postal code').fill('04101');
      await costs.getByRole('button', { name: 'Show the delivered price' }).click();
      // Parts $100, cores $20, Ground $18.40, tax 5.5 % of the parts.
      await expect(costs.getByText('$143.90')).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('continues from the order form of the part to its own checkout', async () => {
      await page.goto(`/purchase/${part._id}`);
      await page.getByLabel('Address').fill('12 Harbor Street, Portland, ME');
      await page.getByLabel('Phone').fill('2075550173');
      await page.getByRole('button', { name: 'PLACE ORDER' }).click();
      await expect(page).toHaveURL(`/checkout?part=${part._id}&quantity=4`);
      await expect(page.getByLabel('Street address')).toHaveValue('12 Harbor Street');
      await expect(page.getByLabel('Phone')).toHaveValue('2075550173');
      await expect(page.getByLabel('Postal code')).toHaveValue('04101');
    });

    await test.step('sees at the field that the coupon does not exist', async () => {
      const coupon = page.getByLabel('Coupon');
      await coupon.fill('AP50-2222-2222');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(coupon).toHaveAccessibleDescription(
        'We do not recognize this coupon code. Please check it.',
      );
      await expect(coupon).toBeFocused();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove the coupon' }).click();
    });

    await test.step('chooses a shipping method and orders at the displayed total', async () => {
      await page.getByLabel('City').fill('Portland');
      await expect(page.getByRole('radio', { name: /^Ground 2 to 4 business days/ })).toBeChecked();
      await page.getByRole('radio', { name: /^Express 1 business day/ }).check();
      await expect(page.getByText('$166.70')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'PLACE ORDER' }).click();
      await expect(page.getByRole('link', { name: 'Pay now' })).toBeFocused();
    });

    await test.step('finds everything on the order’s page and the cart unchanged', async () => {
      await page.getByRole('link', { name: 'See your order' }).click();
      await expect(page.getByText('By Express')).toBeVisible();
      await expect(page.getByText('Core charge (refundable)')).toBeVisible();
      await expect(page.getByText('$166.70')).toBeVisible();
      await expect(page.getByText(/Portland, ME 04101/)).toBeVisible();
      await expectAccessible(page);
      await expect(
        page.getByRole('navigation').getByRole('link', { name: 'Cart (1)' }),
      ).toBeVisible();
    });
  } finally {
    await setRates(asAdmin);
  }
});

/** Waits for the shop's response that it has saved the cart. */
const cartSaved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/carts/'),
  );

test('a visitor fills the cart, signs up and orders everything', async ({ page, ownPart }) => {
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

  await test.step('finds the cart empty, with a link to the parts', async () => {
    await page.goto('/cart');
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
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

  await test.step('sees on its line what is unavailable', async () => {
    await page.getByLabel('Quantity of Cart disc').fill('40');
    await page.getByRole('button', { name: /^Set quantity to 24/ }).click();
    await expect(page.getByLabel('Quantity of Cart disc')).toHaveValue('24');
    await page.getByLabel('Quantity of Cart disc').fill('3');
    await expect(page.getByText('$99.70').first()).toBeVisible();
  });

  await test.step('keeps the cart after a reload', async () => {
    await page.reload();
    await expect(page.getByLabel('Quantity of Cart disc')).toHaveValue('3');
  });

  await test.step('signs up on the way to the order', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Checkout' }).first().click();
    await page.getByRole('link', { name: 'I have an account' }).click();
    await expect(page).toHaveURL('/signin');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Cara Cartwright');
    await page.getByLabel('Email').fill(freshEmail('cara'));
    await page.getByLabel('Password').fill('garage-1');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/checkout');
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  });

  await test.step('orders once, however often the button is pressed', async () => {
    await fillDestination(page);
    await page.reload();
    await expect(page.getByLabel('Street address')).toHaveValue('12 Harbor Street');
    // This shop has no extra charges, so it shows neither shipping nor tax.
    await expect(page.getByText('Shipping method')).toBeHidden();
    await expect(page.getByText('Tax', { exact: true })).toBeHidden();
    await expect(page.getByText('$99.70').first()).toBeVisible();
    await page.getByRole('button', { name: 'PLACE ORDER' }).dblclick();
    await expect(toast(page, 'Order on progress')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Pay now' })).toBeFocused();
    await expect(
      page.getByRole('navigation').getByRole('link', { name: 'Cart', exact: true }),
    ).toBeVisible();
  });

  await test.step('continues to payment', async () => {
    await page.getByRole('link', { name: 'Pay now' }).click();
    await expect(page).toHaveURL(/\/payment\//);
    await expect(page.getByRole('heading', { name: /Total \$99\.70 only\.$/ })).toBeVisible();
  });

  await test.step('comes back without paying and finds the reserved order', async () => {
    await page.goBack();
    await expect(page).toHaveURL('/checkout');
    await expect(page.getByRole('heading', { name: 'Your order is not paid yet' })).toBeVisible();
    await expect(page.getByText('Your cart is empty')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: /Total \$99\.70 only\.$/ })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByText('1 order, 1 to pay')).toBeVisible();
  });
});

test('a member’s cart follows from phone to desktop and is removed there at sign-out', async ({
  newcomer: { page, email },
  browser,
  baseURL,
  ownPart,
}) => {
  const [here, there] = [
    await ownPart.add({ title: 'Part from here', minOrderQuantity: 1, available: 50, price: 10 }),
    await ownPart.add({ title: 'Part from there', minOrderQuantity: 1, available: 50, price: 20 }),
  ];
  await page.setViewportSize({ width: 360, height: 800 });
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

  await page.setViewportSize({ width: 1440, height: 900 });
  // A change made just before signing out is saved as well.
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
