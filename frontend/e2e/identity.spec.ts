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
  await expect(page.getByText(/^wrong password: /)).toBeVisible();
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
  await expect(page.getByText(/this link has been used already/)).toBeVisible();
});
