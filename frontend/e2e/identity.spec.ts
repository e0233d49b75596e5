import { findResetCode, keepsAddressesPrivate } from './support/identity';
import { expect, test } from './support/people';
import { signIn, signOut, toast } from './support/shop';

test('a forgotten password', async ({ newcomer: { page, name, email }, browser }) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, { email, password: 'garage-1' });
  await page.goto('/portfolio');
  await signOut(page);

  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong-secret');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^(invalid credential|wrong password): /)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(toast(page, 'Sent email')).toBeVisible();
  await expect(page.getByText(`We sent an email to ${email}`)).toBeVisible();

  const reset = await findResetCode(page, email);
  await page.goto(`/reset-password#${reset}`);
  await page.getByLabel('New password').fill('new-secret');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await signIn(page, { email, password: 'new-secret' });
  await expect(page.getByRole('navigation').getByText(name)).toBeVisible();

  await test.step('a new password ends sessions in other browsers', async () => {
    // The emulator does not sign out other browsers.
    if (!keepsAddressesPrivate) return;
    await elsewhere.goto('/dashboard');
    await expect(elsewhere).toHaveURL('/signin');
  });
  await elsewhere.context().close();

  await test.step('the link works once', async () => {
    await page.goto(`/reset-password#${reset}`);
    await page.getByLabel('New password').fill('third-secret');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(
      page.getByText(/this link has been used or replaced by a newer email/),
    ).toBeVisible();
  });
});
