import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { admin, expectAccessible, freshEmail, signIn, signOut, toast } from './support/shop';

interface Mail {
  to: string;
  text: string;
}

async function lastMailTo(email: string, page: Page, request: APIRequestContext): Promise<Mail> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const answer = await request.get('/outbox', { headers: { authorization: `Bearer ${token}` } });
  const mail = ((await answer.json()) as Mail[]).filter(({ to }) => to === email).at(-1);
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}

test('signing in with Google', async ({ page }) => {
  await page.goto('/signin');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with google' }).click();
  const popup = await opened;
  await popup.locator('.js-new-account').click();
  await popup.locator('#email-input').fill(freshEmail('gina'));
  await popup.locator('#display-name-input').fill('Gina Garage');
  await popup.locator('#sign-in').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('navigation').getByText('Gina Garage')).toBeVisible();
});

test('a forgotten password', async ({ page, request }) => {
  const email = freshEmail('forgetful');
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Frida Getful');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('old-secret');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await signOut(page);

  await page.goto('/signin');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('email is required')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong-secret');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^wrong (password|email or password)$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(toast(page, 'Sent email')).toBeVisible();

  await signIn(page, admin);
  const { text } = await lastMailTo(email, page, request);
  await signOut(page);
  const code = /oobCode=([\w-]+)/.exec(text)?.[1] ?? '';

  await page.goto(`/reset-password?oobCode=${code}`);
  await expectAccessible(page);
  await page.getByLabel('New password').fill('new-secret');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await signIn(page, { email, password: 'new-secret' });
  await expect(page.getByRole('navigation').getByText('Frida Getful')).toBeVisible();

  await page.goto(`/reset-password?oobCode=${code}`);
  await page.getByLabel('New password').fill('third-secret');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('This link has been used already or is too old.')).toBeVisible();
});

test('an account that exists already', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Ada Again');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill('another-secret');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('email already in use')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Again');
});
