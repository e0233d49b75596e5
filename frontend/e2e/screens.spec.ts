import { expect, test, type Page } from '@playwright/test';
import { admin, customer, openFirstPart, placeOrder, signIn, signOut } from './support/shop';

const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;

/** Every width in both schemes, and nothing may stick out sideways at any of them. */
async function capture(page: Page, name: string): Promise<void> {
  // A bar that sticks to the window would stand in the middle of a picture of the whole page.
  await page.addStyleTag({ content: '.demo-banner { position: static !important }' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const overhang = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overhang, `${name} at ${width}px`).toBeLessThanOrEqual(0);
      await page.screenshot({
        path: `e2e/screenshots/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('screens at three widths, light and dark', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
  await capture(page, 'home');
  await page.goto('/no/such/part');
  await capture(page, 'not-found');
  await page.goto('/signin');
  await page.getByLabel('Email').fill('marta@');
  await page.getByLabel('Password').fill('12345');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('provide a valid email')).toBeVisible();
  await capture(page, 'signin');
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await capture(page, 'signup');
  await page.goto('/reset-password?oobCode=example');
  await expect(page.getByLabel('New password')).toBeVisible();
  await capture(page, 'reset-password');

  await signIn(page, customer);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await capture(page, 'orders-before');
  await openFirstPart(page);
  await capture(page, 'purchase');
  await placeOrder(page, '1');
  await expect(page.locator('.Toastify__toast')).toBeVisible();
  await page.screenshot({ path: 'e2e/screenshots/purchase-refused.png' });
  await placeOrder(page, '');
  await expect(page.getByText('Your order is placed')).toBeVisible();
  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await capture(page, 'payment');
  await page.goto('/dashboard');
  await expect(page.getByRole('table')).toBeVisible();
  await capture(page, 'orders');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.screenshot({ path: 'e2e/screenshots/orders-delete.png' });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.screenshot({ path: 'e2e/screenshots/menu-open-360.png' });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await signOut(page);

  await signIn(page, admin);
  await page.goto('/dashboard/manageorders');
  await expect(page.getByRole('table')).toBeVisible();
  await capture(page, 'manage-orders');
});
