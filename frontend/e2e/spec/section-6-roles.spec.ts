import type { Page } from '@playwright/test';
import { goWithin } from '../support/all-screens';
import { expect, test } from '../support/people';
import { admin, expectAccessible } from '../support/shop';

const ADMIN_SCREENS = {
  '/dashboard/users': 'Make Admin',
  '/dashboard/manageorders': 'Manage Orders',
  '/dashboard/addproduct': 'Add Product',
  '/dashboard/manageproducts': 'Manage Products',
  '/dashboard/shipping-and-tax': 'Shipping and tax',
  '/dashboard/audit': 'Audit Log',
};

/** The return path after signing in, as stored in the history state. */
const rememberedOrigin = (page: Page) =>
  page.evaluate(
    () => (history.state as { usr?: { from?: { pathname?: string } } }).usr?.from?.pathname,
  );

const ALL_SCREENS = [
  ...Object.keys(ADMIN_SCREENS),
  '/dashboard',
  '/dashboard/review',
  '/dashboard/profile',
];

/** Opens the screens as links of the app do. */
async function expectSentToSignIn(page: Page, screens: string[]): Promise<void> {
  for (const path of screens) {
    await test.step(path, async () => {
      await goWithin(page, path);
      await expect(page).toHaveURL('/signin');
      expect(await rememberedOrigin(page)).toBe(path);
      await goWithin(page, '/portfolio');
      await expect(page).toHaveTitle(/^Portfolio/);
    });
  }
}

test.describe('spec 6: roles', () => {
  test('a visitor signs in first and returns to the page they wanted', async ({ page }) => {
    await page.goto('/portfolio');
    await expectSentToSignIn(page, ALL_SCREENS);

    await page.goto('/dashboard/manageproducts');
    await expect(page).toHaveURL('/signin');
    expect(await rememberedOrigin(page)).toBe('/dashboard/manageproducts');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/dashboard/manageproducts');
    await expect(page.getByRole('table')).toBeVisible();
  });

  test('a customer who opens an admin screen is sent to signin, which remembers the screen', async ({
    asCustomer: page,
  }) => {
    await test.step('the server is asked whether the email is an admin', async () => {
      const response = page.waitForResponse('**/admin/*');
      await page.goto('/dashboard/users');
      const answer = await response;
      expect(await answer.json()).toEqual({ admin: false });
      expect(decodeURIComponent(new URL(answer.url()).pathname)).toBe(
        '/admin/customer@autoparts.example',
      );
      await expect(page).toHaveURL('/signin');
      expect(await rememberedOrigin(page)).toBe('/dashboard/users');
    });
    await goWithin(page, '/portfolio');
    await expectSentToSignIn(page, Object.keys(ADMIN_SCREENS));
  });

  test('an admin sees the admin screens and learns that reviews are for customers', async ({
    asAdmin: page,
  }) => {
    await page.goto('/dashboard/users');
    for (const [path, title] of Object.entries(ADMIN_SCREENS)) {
      await test.step(path, async () => {
        await goWithin(page, path);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page).toHaveTitle(`${title} | Autoparts`);
        await expect(page).toHaveURL(path);
      });
    }

    await goWithin(page, '/dashboard/review');
    await expect(
      page.getByRole('heading', { name: 'Reviews are written by customers' }),
    ).toBeVisible();
    await expect(page.getByRole('form', { name: 'Your review' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});
