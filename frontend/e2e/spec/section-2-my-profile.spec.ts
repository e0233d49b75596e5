import { expect, test } from '../support/people';
import { expectAccessible, openFirstPart, toast } from '../support/shop';

test.describe('spec 2: My Profile', () => {
  test('shows what is present, and nothing else', async ({ newcomer }) => {
    const { page, name, email } = newcomer;
    await page.goto('/dashboard/profile');
    const details = page.getByRole('region', { name: 'Your details' });
    await expect(details.getByRole('definition')).toHaveText([name, email]);
    await expectAccessible(page);
  });

  test('all five fields are required', async ({ newcomer: { page } }) => {
    await page.goto('/dashboard/profile');
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator('.field .error')).toHaveText([
      'name is required',
      'address is required',
      'education is required',
      'phone is required',
      'LinkedIn link is required',
    ]);
    await expect(page.getByLabel('Name')).toBeFocused();
    await expectAccessible(page);
  });

  test('an update is told, shown, and there again after a reload', async ({ newcomer }) => {
    const { page, email } = newcomer;
    await page.goto('/dashboard/profile');
    await expect(page.getByLabel('Name')).toHaveValue(newcomer.name);
    await page.getByLabel('Name').fill('Nora N.');
    await page.getByLabel('Address').fill('12 Harbor Street');
    await page.getByLabel('Education').fill('Motor mechanic');
    await page.getByLabel('Phone').fill('+1 207 555 0173');
    await page.getByRole('textbox', { name: 'LinkedIn' }).fill('http://www.linkedin.com/in/nora');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('provide an https link to linkedin.com')).toBeVisible();
    await page.getByRole('textbox', { name: 'LinkedIn' }).fill('https://www.linkedin.com/in/nora');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(toast(page, 'Profile updated')).toBeVisible();

    const shown = ['Nora N.', email, '12 Harbor Street', 'Motor mechanic', '+1 207 555 0173'];
    const details = page.getByRole('region', { name: 'Your details' });
    await expect(details.getByRole('definition')).toHaveText([...shown, 'linkedin.com/in/nora']);
    await page.reload();
    await expect(details.getByRole('definition')).toHaveText([...shown, 'linkedin.com/in/nora']);
    await expect(details.getByRole('link')).toHaveAttribute(
      'href',
      'https://www.linkedin.com/in/nora',
    );
    await expect(details.getByRole('link')).toHaveAttribute('rel', 'noreferrer');
    await expect(page.getByLabel('Education')).toHaveValue('Motor mechanic');
    await expectAccessible(page);
  });

  test('a new name is the name everywhere', async ({ newcomer: { page }, context }) => {
    const navbarOf = (tab: typeof page) => tab.getByRole('navigation', { name: 'Main' });
    const other = await context.newPage();
    await other.goto('/');
    await expect(navbarOf(other)).toContainText('Nora Newcomer');

    await page.goto('/dashboard/profile');
    await page.getByLabel('Name').fill('Nora N.');
    await page.getByLabel('Address').fill('12 Harbor Street');
    await page.getByLabel('Education').fill('Motor mechanic');
    await page.getByLabel('Phone').fill('+1 207 555 0173');
    await page.getByRole('textbox', { name: 'LinkedIn' }).fill('https://www.linkedin.com/in/nora');
    const named = page.waitForResponse(/accounts:update/);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(navbarOf(page)).toContainText('Nora N.');
    await expect(navbarOf(other)).toContainText('Nora N.');
    await named;
    await page.reload();
    await expect(navbarOf(page)).toContainText('Nora N.');
    await openFirstPart(page);
    await expect(page.getByLabel('Name')).toHaveValue('Nora N.');
  });

  test('admins have one as well', async ({ asAdmin: page }) => {
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
    await expect(page.getByRole('form', { name: 'Update your profile' })).toBeVisible();
  });
});
