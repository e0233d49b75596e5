// An address is confirmed by the link in an email, and screens show that where it matters.
import { findInMail } from './support/calls';
import { keepsAddressesPrivate } from './support/identity';
import { expect, test } from './support/people';
import { expectAccessible } from './support/shop';

test.describe('with the embedded provider', () => {
  // The emulator sends no emails.
  if (!keepsAddressesPrivate) return;

  test('a new user confirms their address by email', async ({
    newcomer: { page, email },
    asAdmin,
  }) => {
    await asAdmin.goto(`/dashboard/users?q=${encodeURIComponent(email)}`);
    const person = asAdmin.getByRole('row').filter({ hasText: email });
    await expect(person.getByText('not confirmed')).toBeVisible();

    await page.goto('/dashboard/profile');
    const signingIn = page.getByRole('region', { name: 'Signing in' });
    await expect(signingIn.getByText('Your email address is not confirmed yet.')).toBeVisible();
    await signingIn.getByRole('button', { name: 'Send confirmation email' }).click();
    await expect(signingIn.getByText(`We sent an email to ${email}`)).toBeVisible();

    await page.goto(await findInMail(asAdmin, email, /https?:\S+mode=verifyEmail\S*/));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm my email address' }).click();
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
    await page.getByRole('link', { name: 'To My Profile' }).click();
    await expect(signingIn.getByText('Your email address is confirmed.')).toBeVisible();
    await expect(signingIn.getByRole('button', { name: 'Send confirmation email' })).toHaveCount(0);

    await asAdmin.reload();
    await expect(person).toBeVisible();
    await expect(person.getByText('not confirmed')).toHaveCount(0);
  });

  test('a password is changed by email from the profile', async ({
    newcomer: { page, email },
    asAdmin,
  }) => {
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(page.getByText(`We sent an email to ${email}`)).toBeVisible();
    await page.goto(await findInMail(asAdmin, email, /https?:\S+oobCode=\S+/));
    await page.getByLabel('New password').fill('spanner-42');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
  });
});
