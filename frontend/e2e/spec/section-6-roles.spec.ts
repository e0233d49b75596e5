import type { Page } from '@playwright/test';
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

/** Where signing in would lead back to, as the history remembers it. */
const rememberedOrigin = (page: Page) =>
  page.evaluate(
    () => (history.state as { usr?: { from?: { pathname?: string } } }).usr?.from?.pathname,
  );

test.describe('spec 6: roles', () => {
  for (const [path, title] of Object.entries(ADMIN_SCREENS)) {
    test(`a visitor who opens ${path} signs in first, and the origin is remembered`, async ({
      page,
    }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/signin');
      expect(await rememberedOrigin(page)).toBe(path);
    });

    test(`a customer who opens ${path} is sent to signin, and the origin is remembered`, async ({
      asCustomer: page,
    }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/signin');
      expect(await rememberedOrigin(page)).toBe(path);
    });

    test(`an admin sees ${path}`, async ({ asAdmin: page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveTitle(`${title} | Autoparts`);
      await expect(page).toHaveURL(path);
    });
  }

  test('an admin who opens the customers’ review form is told whose it is', async ({
    asAdmin: page,
  }) => {
    await page.goto('/dashboard/review');
    await expect(
      page.getByRole('heading', { name: 'Reviews are written by customers' }),
    ).toBeVisible();
    await expect(page.getByRole('form', { name: 'Your review' })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  for (const path of ['/dashboard', '/dashboard/review', '/dashboard/profile']) {
    test(`a visitor who opens ${path} signs in first`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/signin');
      expect(await rememberedOrigin(page)).toBe(path);
    });
  }

  test('signing in as an admin leads back to the screen that was asked for', async ({ page }) => {
    await page.goto('/dashboard/manageproducts');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/dashboard/manageproducts');
    await expect(page.getByRole('table')).toBeVisible();
  });

  test('the server is asked whether the email is an admin’s', async ({ asCustomer: page }) => {
    const asked = page.waitForResponse('**/admin/*');
    await page.goto('/dashboard');
    const answer = await asked;
    expect(await answer.json()).toEqual({ admin: false });
    expect(decodeURIComponent(new URL(answer.url()).pathname)).toBe(
      '/admin/customer@autoparts.example',
    );
  });
});
