import { expect, test } from '@playwright/test';
import { findResetCode } from './support/identity';
import { expectAccessible, freshEmail, signIn, signOut, toast } from './support/shop';

test('a forgotten password', async ({ page }) => {
  const email = freshEmail('forgetful');
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Frida Getful');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('old-secret');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  await signOut(page);

  await page.goto('/signin');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('email is required')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong-secret');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^(invalid credential|wrong password): /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(toast(page, 'Sent email')).toBeVisible();

  const reset = await findResetCode(page, email);
  await page.goto(`/reset-password#${reset}`);
  await expectAccessible(page);
  await page.getByLabel('New password').fill('new-secret');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await signIn(page, { email, password: 'new-secret' });
  await expect(page.getByRole('navigation').getByText('Frida Getful')).toBeVisible();

  await page.goto(`/reset-password#${reset}`);
  await page.getByLabel('New password').fill('third-secret');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(
    page.getByText(/this link has been used or replaced by a newer email/),
  ).toBeVisible();
});
