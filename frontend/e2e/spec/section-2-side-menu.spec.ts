import type { Page } from '@playwright/test';
import { expect, test } from '../support/people';

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });

test.describe('spec 2: side menu', () => {
  test('non-admins see My Orders, Add A Review and My Profile, and no admin link', async ({
    asCustomer: page,
  }) => {
    await page.goto('/dashboard');
    await expect(menuOf(page).getByRole('link')).toHaveText([
      'My Orders',
      'Add A Review',
      'My Profile',
    ]);
    await expect(page.getByRole('navigation', { name: 'More' }).getByRole('link')).toHaveText([
      'My Garage',
    ]);
    await menuOf(page).getByRole('link', { name: 'Add A Review' }).click();
    await expect(page).toHaveURL('/dashboard/review');
    await menuOf(page).getByRole('link', { name: 'My Profile' }).click();
    await expect(page).toHaveURL('/dashboard/profile');
    await menuOf(page).getByRole('link', { name: 'My Orders' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('admins see My Profile and the four admin links, neither My Orders nor Add A Review', async ({
    asAdmin: page,
  }) => {
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('form', { name: 'Update your profile' })).toBeVisible();
    await expect(menuOf(page).getByRole('link')).toHaveText([
      'Overview',
      'Make Admin',
      'Manage Orders',
      'Add Product',
      'Manage Products',
      'My Profile',
    ]);
    const screens = {
      Overview: '/dashboard',
      'Make Admin': '/dashboard/users',
      'Manage Orders': '/dashboard/manageorders',
      'Add Product': '/dashboard/addproduct',
      'Manage Products': '/dashboard/manageproducts',
    };
    for (const [name, path] of Object.entries(screens)) {
      await menuOf(page).getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    await test.step('on phones it is a strip that marks the current page', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.reload();
      const current = menuOf(page).getByRole('link', { name: 'Manage Products' });
      await expect(current).toHaveAttribute('aria-current', 'page');
      await expect(current).toBeInViewport({ ratio: 1 });
    });
  });
});
