import { refuseSignIn } from '../support/answers';
import { orderAs } from '../support/calls';
import { keepsAddressesPrivate } from '../support/identity';
import { expect, test } from '../support/people';
import { customer, expectAccessible, fillCard, freshEmail, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const RED = /^(rgb\(179, 38, 30\)|rgb\(255, 143, 132\))$/;
const GREEN = /^(rgb\(11, 122, 75\)|rgb\(76, 195, 138\))$/;

const WRONG_PASSWORD = keepsAddressesPrivate ? 'invalid-credential' : 'wrong-password';
const UNKNOWN_ADDRESS = keepsAddressesPrivate ? 'invalid-credential' : 'user-not-found';

const colourOf = (page: Page, text: string | RegExp) =>
  page.getByText(text).evaluate((element) => getComputedStyle(element).color);

async function signIn(page: Page, email = customer.email, password = 'whatever') {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

async function signUp(page: Page, email: string) {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Erik Error');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('garage-1');
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** The provider's words without `Firebase: Error (auth/` and `).`, in red under the form. */
async function expectRefusal(page: Page, code: string) {
  const words = new RegExp(`^${code.replaceAll('-', ' ')}: \\S+`);
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: words });
  await expect(alert).toBeVisible();
  expect(await colourOf(page, words)).toMatch(RED);
  await expect(page.getByText(/Firebase|auth\//)).toHaveCount(0);
}

test.describe('spec 8: errors of the sign-in service', () => {
  test('email-already-in-use', async ({ page }) => {
    await signUp(page, customer.email);
    await expectRefusal(page, 'email-already-in-use');
    await expect(page.getByLabel('Name')).toHaveValue('Erik Error');
    await expectAccessible(page);
  });

  // As Firebase does with e-mail enumeration protection: nobody learns who has an account.
  test('a wrong password and an unknown address', async ({ page }) => {
    await signIn(page);
    await expectRefusal(page, WRONG_PASSWORD);
    await expect(page.getByLabel('Email')).toHaveValue(customer.email);
    await expectAccessible(page);
    await signIn(page, freshEmail('nobody'));
    await expectRefusal(page, UNKNOWN_ADDRESS);
  });

  test('a new password for an unknown address', async ({ page }) => {
    await page.goto('/signin');
    await page.getByLabel('Email').fill(freshEmail('nobody-else'));
    await page.getByRole('button', { name: 'Reset' }).click();
    if (keepsAddressesPrivate) {
      await expect(toast(page, 'Sent email')).toBeVisible();
    } else {
      await expectRefusal(page, UNKNOWN_ADDRESS);
      await expect(toast(page, 'Sent email')).toHaveCount(0);
    }
  });

  // Firebase projects without that protection still say which of the two it was.
  for (const [code, word] of [
    ['wrong-password', 'INVALID_PASSWORD'],
    ['user-not-found', 'EMAIL_NOT_FOUND'],
  ] as const) {
    test(code, async ({ page }) => {
      await refuseSignIn(page, 'signInWithPassword', word);
      await signIn(page);
      await expectRefusal(page, code);
    });
  }

  test('a sign-in service that is busy says so, and nothing of the password', async ({ page }) => {
    await page.route('**/accounts:signInWithPassword*', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '2' },
        json: { error: { code: 503, message: 'UNAVAILABLE' } },
      }),
    );
    await signIn(page);
    await expectRefusal(page, 'unavailable');
  });

  for (const [code, word] of [
    ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER'],
    ['invalid-credential', 'INVALID_LOGIN_CREDENTIALS'],
    ['user-disabled', 'USER_DISABLED'],
    ['internal-error', 'INTERNAL_ERROR'],
    ['operation-not-allowed', 'OPERATION_NOT_ALLOWED'],
    // Comes from the provider's client, which asks nobody when the provider is embedded.
    ['unauthorized-domain', 'UNAUTHORIZED-DOMAIN'],
  ] as const) {
    test(code, async ({ page }) => {
      await refuseSignIn(page, 'signInWithPassword', word);
      await signIn(page);
      await expectRefusal(page, code);
    });
  }

  test('weak-password', async ({ page }) => {
    await refuseSignIn(page, 'signUp', 'WEAK_PASSWORD : Password should be at least 6 characters');
    await signUp(page, freshEmail('weak'));
    await expectRefusal(page, 'weak-password');
  });

  test('network-request-failed', async ({ page }) => {
    await page.route('**/accounts:signInWithPassword*', (route) => route.abort());
    await signIn(page);
    await expectRefusal(page, 'network-request-failed');
    await page.unrouteAll();
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  });

  test('popup-blocked', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Continue with google' }).click();
    await expectRefusal(page, 'popup-blocked');
    await expectAccessible(page);
  });

  test('popup-closed-by-user', async ({ page }) => {
    await page.clock.install();
    await page.goto('/signin');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with google' }).click();
    await (await opened).close();
    await expect(page.getByText('Waiting for the Google window.')).toBeVisible();
    // The provider's client gives a closed window ten seconds.
    await page.clock.runFor(11_000);
    await expectRefusal(page, 'popup-closed-by-user');
    await expect(page.getByText('Waiting for the Google window.')).toHaveCount(0);
  });

  test('a code that nobody has foreseen is told in the service’s words', async ({ page }) => {
    await refuseSignIn(page, 'signInWithPassword', 'SOME_NEW_CODE');
    await signIn(page);
    await expect(page.getByText('some new code', { exact: true })).toBeVisible();
    expect(await colourOf(page, 'some new code')).toMatch(RED);
  });

  for (const [code, word] of [
    ['invalid-action-code', 'INVALID_OOB_CODE'],
    ['expired-action-code', 'EXPIRED_OOB_CODE'],
  ] as const) {
    test(`${code}, for a link of a reset mail`, async ({ page }) => {
      await refuseSignIn(page, 'resetPassword', word);
      await page.goto('/reset-password#oobCode=old');
      await page.getByLabel('New password').fill('new-secret');
      await page.getByRole('button', { name: 'Save password' }).click();
      await expectRefusal(page, code);
      await expect(page.getByRole('link', { name: 'Back to Sign in' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Request a new link' })).toBeFocused();
    });
  }

  test('a try that follows takes the message away', async ({ page }) => {
    await signIn(page);
    await expectRefusal(page, WRONG_PASSWORD);
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('spec 8: errors of cards', () => {
  test('are the provider’s messages, in red under the card field', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    const pay = page.getByRole('button', { name: 'Pay', exact: true });
    await expect(pay).toBeEnabled();
    await pay.click();
    const incomplete = 'Your card number is incomplete.';
    await expect(page.getByText(incomplete)).toBeVisible();
    expect(await colourOf(page, incomplete)).toMatch(RED);
    await expect(page.getByLabel('Card number')).toBeFocused();

    for (const [card, words] of [
      ['4242424242424241', 'Your card number is invalid.'],
      ['4000000000000002', 'Your card was declined.'],
      ['4000000000009995', 'Your card has insufficient funds.'],
      ['4000000000000069', 'Your card has expired.'],
      ['4000000000000127', 'Your card’s security code is incorrect.'.replace('’', "'")],
    ] as const) {
      await fillCard(page, card);
      await pay.click();
      await expect(page.getByText(words)).toBeVisible();
      expect(await colourOf(page, words)).toMatch(RED);
      const field = await page.getByRole('group', { name: 'Card' }).boundingBox();
      const message = await page.getByText(words).boundingBox();
      expect(message?.y).toBeGreaterThan(field?.y ?? Infinity);
    }
    await expectAccessible(page);
  });

  test('a successful payment shows green text', async ({ newcomer: { page } }) => {
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await fillCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    expect(await colourOf(page, 'successfully completed payment')).toMatch(GREEN);
  });
});
