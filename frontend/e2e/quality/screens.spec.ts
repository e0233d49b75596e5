// Every screen, as each kind of user who may see it: nothing overflows sideways at any width, and
// everything is accessible in both color schemes. A page is loaded once and resized; the next
// screen opens as by a link. Nothing compares screenshots, so they are taken only on request:
// SCREENSHOTS=yes saves one of each state in e2e/screenshots, and `make pictures` puts those of a
// screen side by side.
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { goWithin, openScreen } from '../support/all-screens';
import { violations } from '../support/axe';
import { callAs, firstPart, orderAs, payAs, returnAs } from '../support/calls';
import { expect, test } from '../support/people';
import {
  fillDestination,
  freshEmail,
  openFirstPart,
  openRefundDialog,
  placeOrder,
  toast,
} from '../support/shop';

const WIDTHS = [360, 768, 1440];
/** Checked without screenshots. */
const OTHER_WIDTHS = [320, 1024];
/**
 * Axe runs once for each screen and color scheme: at phone width in one, at desktop width in the
 * other.
 */
const CHECKED = { light: 360, dark: 1440 };
const WIDEST = 2560;
const USUAL_TEXT = 16;
const LARGE_TEXT = 32;
const LARGE_TEXT_WIDTHS = [360, 1280];
const SCHEMES = ['light', 'dark'] as const;

const SCREENSHOTS = process.env.SCREENSHOTS === 'yes';

/** Otherwise these bars would be in the middle of a full-page screenshot. */
const unstickBars = (page: Page) =>
  page.locator('.bottom-note, .dock').evaluateAll((bars) => {
    for (const bar of bars) bar.style.position = 'static';
  });

async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (!SCREENSHOTS) return;
  if (fullPage) await unstickBars(page);
  // Otherwise sticky elements would be in the middle of the page.
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.screenshot({ path: `e2e/screenshots/${name}.png`, fullPage });
}

/**
 * Captures only the window, through the browser's own protocol: the usual way resets the text size.
 */
async function pictureOfWindow(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
  });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  await session.detach();
  await writeFile(`e2e/screenshots/${name}.png`, data, 'base64');
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** After the window is resized, layout by scripts follows a moment later. */
const expectNoOverflow = (page: Page, state: string) =>
  expect
    .configure({ soft: true })
    .poll(() => overflow(page), { message: state, timeout: 5_000 })
    .toBeLessThanOrEqual(0);

/** The default font size in the browser's settings, in pixels. */
async function setText(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  await session.detach();
}

async function expectNoViolations(page: Page, name: string): Promise<void> {
  expect.soft(await violations(page), name).toEqual([]);
}

async function inspect(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  await ready(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page, `${name} at ${width}px`);
    for (const colorScheme of SCHEMES) {
      if (!SCREENSHOTS && CHECKED[colorScheme] !== width) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (CHECKED[colorScheme] === width) await expectNoViolations(page, name);
      await picture(page, `${name}-${width}-${colorScheme}`, fullPage);
    }
  }
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page, `${name} at ${width}px`);
  }
  await setText(page, LARGE_TEXT);
  for (const width of LARGE_TEXT_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page, `${name} at ${width}px with text twice as large`);
    if (SCREENSHOTS) await pictureOfWindow(page, `${name}-${width}-large-text`);
  }
  await setText(page, USUAL_TEXT);
  if (SCREENSHOTS) await takeOtherPictures(page, name, fullPage);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Screenshots for review only. */
async function takeOtherPictures(page: Page, name: string, fullPage: boolean): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.setViewportSize({ width: WIDEST, height: 1440 });
    await page.emulateMedia({ colorScheme });
    await picture(page, `${name}-${WIDEST}-${colorScheme}`, fullPage);
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  for (const width of Object.values(CHECKED)) {
    await page.setViewportSize({ width, height: 900 });
    await picture(page, `${name}-${width}-forced-colors`, fullPage);
  }
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  await page.setViewportSize({ width: 800, height: 1100 });
  await picture(page, `${name}-800-print`, fullPage);
  await page.emulateMedia({ media: 'screen' });
}

/** Public screens, which look different to signed-in users. */
const PUBLIC_SCREENS: [string, (page: Page) => string | Promise<string>][] = [
  ['home', () => '/'],
  ['shop', () => '/shop'],
  ['part', async (page) => `/shop/${(await firstPart(page))._id}`],
  ['cart-empty', () => '/cart'],
  ['portfolio', () => '/portfolio'],
  ['blogs', () => '/blogs'],
  ['contact', () => '/contact'],
  ['returns', () => '/return-policy'],
  ['terms', () => '/terms'],
  ['privacy', () => '/privacy'],
  ['withdraw', () => '/withdraw'],
  ['not-found', () => '/no/such/part'],
];

async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Home's carousel loads when it is about to scroll into view; everything else loads without that.
  const reviews = page.getByRole('heading', { name: 'CLIENTS REVIEWS' });
  if (await reviews.isVisible()) {
    await reviews.scrollIntoViewIfNeeded();
    await expect(page.locator('.swiper-initialized')).toBeVisible();
    // Back to the top: further down, the demo note may cover one of the carousel's dots.
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
  }
  await expect(page.locator('.skeleton, .spinner')).toHaveCount(0);
}

async function fillCart(page: Page): Promise<void> {
  await page.goto(`/shop/${(await firstPart(page))._id}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Cart (1)' })).toBeVisible();
}

/** For screens that need no previous steps. */
async function inspectAll(
  page: Page,
  screens: readonly (readonly [string, (page: Page) => string | Promise<string>])[],
): Promise<void> {
  await page.goto('/terms');
  for (const [name, path] of screens) {
    await test.step(name, async () => {
      await openScreen(page, await path(page));
      await inspect(page, name);
    });
  }
}

const LINKED_SCREENS = [
  ['signup', () => '/signup'],
  ['reset-password', () => '/reset-password#oobCode=example'],
  ['coupon', () => '/coupon#token=example'],
  ['unsubscribe', () => '/unsubscribe#token=example'],
  ['stop-alerts', () => '/stop-alerts#token=example'],
  ['confirm-alerts', () => '/confirm-alerts#token=example'],
  ['guest-order-wanted', () => '/my-order'],
] as const;

test.describe('screens of visitors', () => {
  test('home and parts', ({ page }) => {
    test.slow();
    return inspectAll(page, PUBLIC_SCREENS.slice(0, 4));
  });

  test('reading pages', ({ page }) => {
    test.slow();
    return inspectAll(page, PUBLIC_SCREENS.slice(4));
  });

  test('landing pages of email links', ({ page }) => {
    test.slow();
    return inspectAll(page, LINKED_SCREENS);
  });

  test('cart', async ({ page }) => {
    test.slow();
    await fillCart(page);
    await page.goto('/cart');
    await expect(page.getByRole('main').getByRole('link', { name: 'Checkout' })).not.toHaveCount(0);
    await inspect(page, 'cart');
    await page.getByLabel(/^Quantity of/).fill('900000000');
    await expect(page.getByRole('button', { name: /^Set quantity to/ })).toBeVisible();
    await inspect(page, 'cart-refused');
  });

  test('ordering as a guest', async ({ page }) => {
    test.slow();
    await fillCart(page);
    await page.goto('/checkout');
    await page.getByRole('button', { name: 'PLACE ORDER' }).click();
    await expect(page.getByText('email is required')).toBeVisible();
    await inspect(page, 'guest-checkout');
    await page.getByLabel('Email', { exact: true }).fill(freshEmail('screens'));
    await page.getByLabel('Name of recipient').fill('Gina Guest');
    await fillDestination(page);
    await page.getByRole('button', { name: 'PLACE ORDER' }).click();
    await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible();
    await inspect(page, 'guest-placed');
    await page.getByRole('link', { name: 'See your order' }).click();
    await inspect(page, 'guest-order');
    await page.goto('/my-order');
    await inspect(page, 'guest-orders');
  });

  test('signin, with an error', async ({ page }) => {
    await page.goto('/signin');
    await page.getByLabel('Email').fill('marta@');
    await page.getByLabel('Password').fill('12345');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('provide a valid email')).toBeVisible();
    await inspect(page, 'signin');
  });
});

/**
 * Public screens that depend on the signed-in user. The others differ only in the navbar, which is
 * the same everywhere.
 */
const PERSONAL_SCREENS = PUBLIC_SCREENS.filter(([name]) => /^(home|part|cart)/.test(name));

/** One color scheme for each role, without screenshots: little differs from what visitors see. */
async function checkPublicScreens(page: Page, colorScheme: keyof typeof CHECKED): Promise<void> {
  test.slow();
  await page.setViewportSize({ width: CHECKED[colorScheme], height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto('/terms');
  await expect(page.getByRole('button', { name: 'Sign Out', includeHidden: true })).toBeAttached();
  for (const [name, path] of PERSONAL_SCREENS) {
    await openScreen(page, await path(page));
    await ready(page);
    await expectNoViolations(page, name);
  }
}

test.describe('screens of customers', () => {
  test('ordering', async ({ newcomer: { page } }) => {
    test.slow();
    await page.goto('/dashboard');
    await expect(page.getByText('No orders yet')).toBeVisible();
    await inspect(page, 'orders-empty');
    await openFirstPart(page);
    await inspect(page, 'purchase');
    await placeOrder(page, '1');
    await expect(toast(page, /^Minimum order/)).toBeVisible();
    await inspect(page, 'purchase-refused', { fullPage: false });
  });

  test('checkout', async ({ newcomer: { page } }) => {
    test.slow();
    await fillCart(page);
    await page.goto('/checkout');
    await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeEnabled();
    await inspect(page, 'checkout');
    await fillDestination(page);
    await page.getByRole('button', { name: 'PLACE ORDER' }).click();
    await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible();
    await inspect(page, 'checkout-placed');
  });

  test('paying', async ({ newcomer: { page } }) => {
    test.slow();
    await openFirstPart(page);
    await placeOrder(page, '');
    await expect(page.getByText('Your order is placed')).toBeVisible();
    await expect(page.getByText(/^AP-/)).toBeVisible();
    await inspect(page, 'purchase-placed');
    await page.getByRole('link', { name: 'Pay now' }).click();
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
    await inspect(page, 'payment');
    await page.goto('/dashboard');
    await expect(page.getByRole('table')).toBeVisible();
    await inspect(page, 'orders');
    await page.getByRole('button', { name: /^Delete/ }).click();
    await inspect(page, 'orders-delete', { fullPage: false });
  });

  test('an order, and its receipt', async ({ newcomer: { page }, asAdmin }) => {
    test.slow();
    const { order } = await orderAs(page);
    await page.goto(`/dashboard/orders/${order}`);
    await inspect(page, 'order-unpaid');
    await payAs(page, order);
    await callAs(asAdmin, 'PUT', `/ship/${order}`, {
      status: 'shipped',
      carrier: 'Northline Ground',
      trackingNumber: 'NL 8834 2207 1195',
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Tracking' })).toBeVisible();
    await inspect(page, 'order');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 800, height: 1100 });
    for (const hidden of ['Print receipt', 'Copy the tracking number', 'Sign Out']) {
      await expect(page.getByRole('button', { name: hidden })).toBeHidden();
    }
    await expect(page.getByText('48 Foundry Lane').first()).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(18, 22, 28)');
    await picture(page, 'order-receipt');
  });

  test('returning parts', async ({ newcomer: { page }, asAdmin }) => {
    test.slow();
    const { order, id } = await returnAs(page, asAdmin);
    await callAs(asAdmin, 'PUT', `/returns/${id}`, { decision: 'approve' });
    await page.goto(`/dashboard/orders/${order}`);
    await expect(page.getByRole('link', { name: 'Print return slip' })).toBeVisible();
    await inspect(page, 'order-returns');
    await page.getByRole('button', { name: 'Return parts' }).click();
    await inspect(page, 'return-request', { fullPage: false });
    await page.goto(`/dashboard/returns/${id}/slip`);
    await expect(page.getByRole('img', { name: /^Barcode/ })).toBeVisible();
    await inspect(page, 'return-slip');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 800, height: 1100 });
    await picture(page, 'return-slip-printed');
  });

  test('review and profile', ({ asCustomer }) =>
    inspectAll(asCustomer, [
      ['review', () => '/dashboard/review'],
      ['profile', () => '/dashboard/profile'],
    ]));

  test('public screens, and the menu on a phone', async ({ asCustomer: page }) => {
    await checkPublicScreens(page, 'light');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expectNoViolations(page, 'the open menu');
    await picture(page, 'menu-open-360');
  });
});

test.describe('screens of admins', () => {
  test('overview, users, shipping and audit log', async ({
    asAdmin: page,
    newcomer: { email },
  }) => {
    test.slow();
    await inspectAll(page, [
      ['admin-home', () => '/dashboard'],
      ['make-admin', () => '/dashboard/users'],
      ['shipping-and-tax', () => '/dashboard/shipping-and-tax'],
    ]);
    await goWithin(page, `/dashboard/users?q=${encodeURIComponent(email)}`);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: `Sign out ${email} everywhere` }).click();
    await expect(toast(page, 'Signed out everywhere')).toBeVisible();
    await openScreen(page, '/dashboard/audit');
    await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible();
    await inspect(page, 'audit-log');
  });

  test('orders and products', ({ asAdmin }) => {
    test.slow();
    return inspectAll(asAdmin, [
      ['manage-orders', () => '/dashboard/manageorders'],
      ['manage-products', () => '/dashboard/manageproducts'],
      ['withdrawals', () => '/dashboard/withdrawals'],
      ['core-charges', () => '/dashboard/cores'],
      ['return-policies', () => '/dashboard/return-policies'],
      ['fit-warnings', () => '/dashboard/fit-flags'],
      ['add-product', () => '/dashboard/addproduct'],
      ['brands-and-categories', () => '/dashboard/catalogue'],
      ['edit-product', async (page) => `/dashboard/products/${(await firstPart(page))._id}`],
    ]);
  });

  test('manage-orders, with dialogs and packing slips', async ({ asAdmin: page, newcomer }) => {
    test.slow();
    const { order } = await orderAs(newcomer.page);
    await payAs(newcomer.page, order);
    await orderAs(newcomer.page);
    await page.goto(`/dashboard/manageorders?open=${order}`);
    await expect(page.getByRole('heading', { name: 'Money' })).toBeVisible();
    await inspect(page, 'manage-orders-open');
    await page.goto('/dashboard/manageorders');
    await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
    const row = page.getByRole('row').filter({ hasText: order });
    await row.getByRole('button', { name: /^ship/ }).click();
    await inspect(page, 'manage-orders-ship', { fullPage: false });
    await page.getByRole('dialog').getByRole('button', { name: 'cancel' }).click();
    await (await openRefundDialog(page, row)).getByRole('button', { name: 'cancel' }).click();
    await page.getByRole('link', { name: 'Packing slips' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await inspect(page, 'packing-slips');
    await page.goto(`/dashboard/orders/${order}`);
    await expect(page.getByRole('region', { name: 'For admins' })).toBeVisible();
    await inspect(page, 'order-admin');
  });

  test('manage-returns', async ({ asAdmin: page, newcomer }) => {
    test.slow();
    const { number } = await returnAs(newcomer.page, page);
    await page.goto('/dashboard/manage-returns');
    await expect(page.getByRole('button', { name: `Approve ${number}` })).toBeVisible();
    await inspect(page, 'manage-returns');
    await page.getByRole('button', { name: `Decline ${number}` }).click();
    await inspect(page, 'manage-returns-decline', { fullPage: false });
    await page.getByRole('dialog').getByRole('button', { name: 'cancel' }).click();
    await page.getByRole('button', { name: `Receive ${number}` }).click();
    await inspect(page, 'manage-returns-receive', { fullPage: false });
  });

  test('numbers', async ({ asAdmin: page, newcomer }) => {
    const { order } = await orderAs(newcomer.page);
    await payAs(newcomer.page, order);
    await page.goto('/dashboard/numbers');
    const orders = page.getByRole('region', { name: 'Orders placed' });
    await orders.getByText('Orders placed as a table').click();
    await expect(orders.getByRole('table')).toBeVisible();
    await inspect(page, 'numbers');
    await page.goto('/dashboard/numbers?show=free');
    await expect(page.getByRole('region', { name: 'Revenue' })).toBeVisible();
    await inspect(page, 'numbers-of-dates');
  });

  test('public screens', ({ asAdmin }) => checkPublicScreens(asAdmin, 'dark'));
});
