/**
 * New Firebase projects do not reveal which addresses have an account. Only the emulator can be
 * switched to this mode, and for all clients at once, so this runs after all other tests.
 */
import { emulatorsCodes, setEmailPrivacy } from '../support/identity';
import { expect, test } from '../support/people';
import { customer, expectAccessible, freshEmail, signIn, toast } from '../support/shop';
import type { Page } from '@playwright/test';

test.beforeAll(({ request }) => setEmailPrivacy(request, true));
test.afterAll(({ request }) => setEmailPrivacy(request, false));

async function expectRefusal(page: Page, email: string) {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong-secret');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('invalid credential: wrong email or password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(page);
}

test('a wrong password and an unknown address get the same error', async ({ page }) => {
  await expectRefusal(page, customer.email);
  await expectRefusal(page, freshEmail('unknown'));
  await signIn(page, customer);
});

test('a password reset for an unknown address looks successful but sends no email', async ({
  page,
}) => {
  const unknownEmail = freshEmail('unknown');
  await page.goto('/signin');
  await page.getByLabel('Email').fill(unknownEmail);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(toast(page, 'Sent email')).toBeVisible();
  await expectAccessible(page);
  expect(await emulatorsCodes(page.request, unknownEmail)).toEqual([]);
});

test('an address with an account cannot sign up again', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Erik Error');
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password').fill('garage-1');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(/^email already in use: /)).toBeVisible();
});
