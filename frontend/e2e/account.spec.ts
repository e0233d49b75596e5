// An account changes its address and password, is downloaded as a file and deleted.
import { readFile } from 'node:fs/promises';
import { findInMail } from './support/calls';
import { keepsAddressesPrivate } from './support/identity';
import { expect, test } from './support/people';
import { expectAccessible, freshEmail, signIn, signOut, toast } from './support/shop';

/** The password of new users. */
const password = 'garage-1';

test.describe('with the embedded provider', () => {
  // The emulator sends no emails.
  if (!keepsAddressesPrivate) return;

  test('changes its email address through the link in the email', async ({
    newcomer,
    asAdmin,
    browser,
  }) => {
    const { page, email, name } = newcomer;
    const next = freshEmail('moved');
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Change email address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New email address').fill(next);
    await dialog.getByLabel('Your password').fill('not-the-password');
    await dialog.getByRole('button', { name: 'Send email' }).click();
    await expect(dialog.getByText(/^(invalid credential|wrong password): /)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByText(`We sent an email to ${next}`)).toBeVisible();

    await page.goto(await findInMail(asAdmin, next, /https?:\S+oobCode=\S+/));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use this email address' }).click();
    await expect(page.getByText('Your email address has been changed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toHaveCount(0);
    await signIn(page, { email: next, password });
    await expect(page.getByRole('navigation').getByText(name)).toBeVisible();
    await page.goto('/dashboard/profile');
    await expect(page.getByText(`You sign in with ${next}.`)).toBeVisible();

    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto('/signin');
    await elsewhere.getByLabel('Email').fill(email);
    await elsewhere.getByLabel('Password').fill(password);
    await elsewhere.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(elsewhere.getByText(/^(invalid credential|user not found): /)).toBeVisible();
    await elsewhere.context().close();
  });

  test('gets a new password while its owner stays signed in', async ({ newcomer }) => {
    const { page, email } = newcomer;
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByLabel('New password').fill('spanner-42');
    await dialog.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
    await page.goto('/dashboard/profile');
    await expect(page.getByText(`You sign in with ${email}.`)).toBeVisible();
    await signOut(page);
    await signIn(page, { email, password: 'spanner-42' });
  });

  test('can be exported and deleted', async ({ newcomer }) => {
    const { page, email } = newcomer;
    await page.goto('/dashboard/profile');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = await file;
    expect(download.suggestedFilename()).toBe('autoparts-data.json');
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      user: { user: string };
    };
    expect(data.user.user).toBe(email);

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(toast(page, 'Your account has been deleted')).toBeVisible();
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(/^(invalid credential|user not found): /)).toBeVisible();
  });
});
