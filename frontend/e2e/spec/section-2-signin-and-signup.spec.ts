import { somePart } from '../support/calls';
import { expect, test } from '../support/people';
import { customer, expectAccessible, freshEmail, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const submit = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function fillSignin(page: Page) {
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password').fill(customer.password);
  await submit(page, 'Sign in').click();
}

async function fillSignup(page: Page) {
  await page.getByLabel('Name').fill('Sina Signup');
  await page.getByLabel('Email').fill(freshEmail('sina'));
  await page.getByLabel('Password').fill('garage-1');
  await submit(page, 'Sign up').click();
}

test('spec 2: signin', async ({ page }) => {
  await test.step('has email, password, Google, a link to signup and a Reset link', async () => {
    await page.goto('/signin');
    await expect(page).toHaveTitle('Sign in | Autoparts');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
    await expect(page.getByRole('button', { name: 'Continue with google' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/signup',
    );
  });

  await test.step('its links are large enough for a finger on a small phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const target of [
      page.getByRole('button', { name: 'Reset' }),
      page.getByRole('link', { name: 'Create an account' }),
    ]) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      expect(box?.width).toBeGreaterThanOrEqual(24);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('Reset requires a valid address, then sends an email and alerts Sent email', async () => {
    const reset = page.getByRole('button', { name: 'Reset' });
    await reset.click();
    await expect(page.getByText('email is required')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('nora@');
    await reset.click();
    await expect(page.getByText('provide a valid email')).toBeVisible();
    await expect(toast(page, 'Sent email')).toHaveCount(0);
    await page.getByLabel('Email').fill(customer.email);
    await reset.click();
    await expect(toast(page, 'Sent email')).toBeVisible();
    await expect(page.getByText(`We sent an email to ${customer.email}`)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('returns to / when there is no previous page', async () => {
    await fillSignin(page);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  });

  await test.step('redirects a signed-in user to home', async () => {
    for (const path of ['/signin', '/signup']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
    }
  });
});

test('spec 2: signin returns to the page one came from, with its query and hash', async ({
  page,
}) => {
  const { _id, title } = await somePart(page);
  await page.goto(`/purchase/${_id}?from=mail#form`);
  await expect(page).toHaveURL('/signin');
  await fillSignin(page);
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/purchase/${_id}`);
  expect(page.url()).toContain('?from=mail#form');
  await page.goBack();
  await expect(page).not.toHaveURL('/signin');
});

test.describe('spec 2: Continue with google', () => {
  test('signs in through a window', async ({ page }) => {
    await page.goto('/signin');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with google' }).click();
    const popup = await opened;
    // Its script shows the fields.
    await popup.waitForLoadState();
    await popup.locator('.js-new-account').click();
    await popup.locator('#email-input').fill(freshEmail('gina'));
    await popup.locator('#display-name-input').fill('Gina Garage');
    await popup.locator('#sign-in').click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('navigation').getByText('Gina Garage')).toBeVisible();
  });

  test('a window that was closed, and one that was abandoned', async ({ page }) => {
    await page.goto('/signin');
    const google = page.getByRole('button', { name: 'Continue with google' });
    const open = async () => {
      const opened = page.waitForEvent('popup');
      await google.click();
      return opened;
    };

    await test.step('the page can be used immediately after the window is closed', async () => {
      await (await open()).close();
      await expect(page.getByText('Waiting for the Google window.')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Stop waiting' }).click();
      await expect(page.getByText('Waiting for the Google window.')).toHaveCount(0);
      await expect(google).toBeFocused();
    });

    await test.step('an abandoned window does not change the user', async () => {
      const popup = await open();
      await popup.waitForLoadState();
      await popup.locator('.js-new-account').click();
      await popup.locator('#email-input').fill(freshEmail('late'));
      await popup.locator('#display-name-input').fill('Lata Comer');
      await fillSignin(page);
      await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();

      const finished = page.waitForResponse('**/accounts:signInWithIdp*');
      await popup.locator('#sign-in').click();
      await finished;
      await page.evaluate(() => {
        localStorage.setItem('accessToken', 'expired');
      });
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
      await expect(page.getByRole('navigation').getByText('Marta Lindqvist')).toBeVisible();
    });
  });
});

test.describe('spec 2: signup', () => {
  test('has name, email, password, Google and a link to login; leads to /', async ({ page }) => {
    await page.goto('/signup');
    await expect(page).toHaveTitle('Create an account | Autoparts');
    await expect(page.getByRole('button', { name: 'Continue with google' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/signin',
    );
    await fillSignup(page);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('navigation').getByText('Sina Signup')).toBeVisible();
  });

  test('the links between login and signup keep the previous page', async ({ page }) => {
    const { _id, title } = await somePart(page);
    await page.goto(`/purchase/${_id}`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillSignup(page);
    await expect(page).toHaveURL(`/purchase/${_id}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Sina Signup');
  });
});

test('the new-password page explains links that are incomplete or expired', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByText('This link is incomplete.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/signin');
  await page.goto('/reset-password#oobCode=never-given-out');
  await page.getByLabel('New password').fill('garage-2');
  await page.getByRole('button', { name: 'Save password' }).click();
  const again = page.getByRole('link', { name: 'Request a new link' });
  await expect(again).toBeFocused();
  await expectAccessible(page);
  await again.click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText('then press Reset to get a new link')).toBeVisible();
});
