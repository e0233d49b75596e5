import { expect, test } from '../support/people';
import { admin, expectAccessible, toast } from '../support/shop';

test.describe('spec 2: Make Admin', () => {
  test('the button shows for non-admins only', async ({ asAdmin: page, newcomer }) => {
    await page.goto('/dashboard/users');
    const row = (email: string) => page.getByRole('row').filter({ hasText: email });
    await expect(row(newcomer.email).getByRole('button', { name: /^Make Admin/ })).toBeVisible();
    await expect(row(newcomer.email)).toContainText(newcomer.name);
    await expect(row(admin.email).getByText('admin', { exact: true })).toBeVisible();
    await expect(row(admin.email).getByRole('button', { name: /^Make Admin/ })).toHaveCount(0);
    await expectAccessible(page);
  });

  test('asks first, then promotes; the person has the admin’s menu from then on', async ({
    asAdmin: page,
    newcomer,
  }) => {
    await page.goto(`/dashboard/users?q=${encodeURIComponent(newcomer.email)}`);
    const promote = page.getByRole('button', { name: `Make Admin ${newcomer.email}` });
    await promote.click();
    const modal = page.getByRole('dialog', { name: 'Make this person an admin?' });
    await expect(modal).toContainText(newcomer.name);
    await expect(modal).toContainText('This address has not been confirmed.');
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'cancel' }).click();
    await expect(promote).toBeFocused();

    await promote.click();
    await modal.getByRole('button', { name: 'Make Admin' }).click();
    await expect(toast(page, 'successfully made admin')).toBeVisible();
    await expect(promote).toHaveCount(0);
    await expect(page.getByText('admin', { exact: true })).toBeVisible();

    await newcomer.page.goto('/dashboard/manageproducts');
    await expect(
      newcomer.page.getByRole('heading', { level: 1, name: 'Manage Products' }),
    ).toBeVisible();
  });

  test('an admin takes the role back, and the person is a customer from then on', async ({
    asAdmin: page,
    newcomer,
  }) => {
    await page.goto(`/dashboard/users?q=${encodeURIComponent(newcomer.email)}`);
    await page.getByRole('button', { name: `Make Admin ${newcomer.email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
    await page.getByRole('button', { name: `Remove Admin ${newcomer.email}` }).click();
    const modal = page.getByRole('dialog', { name: 'Remove this person’s admin role?' });
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'Remove Admin' }).click();
    await expect(page.getByRole('button', { name: `Make Admin ${newcomer.email}` })).toBeVisible();

    await newcomer.page.goto('/dashboard');
    await expect(newcomer.page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  });

  test('nobody found leads back to everybody', async ({ asAdmin: page }) => {
    await page.goto('/dashboard/users?q=nobody-has-this-name');
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all users' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });
});
