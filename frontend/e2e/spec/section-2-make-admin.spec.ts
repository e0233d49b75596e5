import { expect, test } from '../support/people';
import { admin, expectAccessible, toast } from '../support/shop';

test('spec 2: Make Admin', async ({ asAdmin: page, newcomer }) => {
  const row = (email: string) => page.getByRole('row').filter({ hasText: email });
  const promote = page.getByRole('button', { name: `Make Admin ${newcomer.email}` });
  await page.goto('/dashboard/users');

  await test.step('the button shows for non-admins only', async () => {
    await expect(row(newcomer.email).getByRole('button', { name: /^Make Admin/ })).toBeVisible();
    await expect(row(newcomer.email)).toContainText(newcomer.name);
    await expect(row(admin.email).getByText('admin', { exact: true })).toBeVisible();
    await expect(row(admin.email).getByRole('button', { name: /^Make Admin/ })).toHaveCount(0);
  });

  await test.step('asks first, then promotes', async () => {
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
    await expect(row(newcomer.email).getByText('admin', { exact: true })).toBeVisible();
  });

  await test.step('the user then has the admin menu', async () => {
    await newcomer.page.goto('/dashboard/manageproducts');
    await expect(
      newcomer.page.getByRole('heading', { level: 1, name: 'Manage Products' }),
    ).toBeVisible();
  });

  await test.step('an admin revokes the role, and the user is then a customer', async () => {
    await page.getByRole('button', { name: `Remove Admin ${newcomer.email}` }).click();
    const modal = page.getByRole('dialog', { name: 'Remove this person’s admin role?' });
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'Remove Admin' }).click();
    await expect(promote).toBeVisible();

    await newcomer.page.goto('/dashboard');
    await expect(newcomer.page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
  });

  await test.step('an empty result links back to all users', async () => {
    await page.goto('/dashboard/users?q=nobody-has-this-name');
    await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all users' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });
});
