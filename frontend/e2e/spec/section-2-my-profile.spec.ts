import { expect, test } from '../support/people';
import { expectAccessible, openFirstPart, toast } from '../support/shop';

test('spec 2: My Profile', async ({ newcomer: { page, name, email }, context }) => {
  const navbarOf = (tab: typeof page) => tab.getByRole('navigation', { name: 'Main' });
  const details = page.getByRole('region', { name: 'Your details' });
  const shown = [
    'Nora N.',
    email,
    '12 Harbor Street',
    'Motor mechanic',
    '+1 207 555 0173',
    'linkedin.com/in/nora',
  ];
  const other = await context.newPage();
  await other.goto('/portfolio');
  await page.goto('/dashboard/profile');

  await test.step('shows what is present, and nothing else', async () => {
    await expect(details.getByRole('definition')).toHaveText([name, email]);
    await expect(navbarOf(other)).toContainText(name);
  });

  await test.step('all five fields are required', async () => {
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

  await test.step('an update is confirmed and shown', async () => {
    await page.getByLabel('Name').fill('Nora N.');
    await page.getByLabel('Address').fill('12 Harbor Street');
    await page.getByLabel('Education').fill('Motor mechanic');
    await page.getByLabel('Phone').fill('+1 207 555 0173');
    await page.getByRole('textbox', { name: 'LinkedIn' }).fill('http://www.linkedin.com/in/nora');
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('provide an https link to linkedin.com')).toBeVisible();
    await page.getByRole('textbox', { name: 'LinkedIn' }).fill('https://www.linkedin.com/in/nora');
    const named = page.waitForResponse(/accounts:update/);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(toast(page, 'Profile updated')).toBeVisible();
    await expect(details.getByRole('definition')).toHaveText(shown);
    await named;
  });

  await test.step('a new name is shown everywhere', async () => {
    await expect(navbarOf(page)).toContainText('Nora N.');
    await expect(navbarOf(other)).toContainText('Nora N.');
  });

  await test.step('everything is still there after a reload', async () => {
    await page.reload();
    await expect(details.getByRole('definition')).toHaveText(shown);
    await expect(details.getByRole('link')).toHaveAttribute(
      'href',
      'https://www.linkedin.com/in/nora',
    );
    await expect(details.getByRole('link')).toHaveAttribute('rel', 'noreferrer');
    await expect(page.getByLabel('Education')).toHaveValue('Motor mechanic');
    await expect(navbarOf(page)).toContainText('Nora N.');
    await openFirstPart(page);
    await expect(page.getByLabel('Name')).toHaveValue('Nora N.');
  });
});
