import { refuseSignIn } from '../support/answers';
import { keepsAddressesPrivate } from '../support/identity';
import { expect, test } from '../support/people';
import { customer, expectAccessible, freshEmail, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const RED = /^(rgb\(179, 38, 30\)|rgb\(255, 143, 132\))$/;

const WRONG_PASSWORD = keepsAddressesPrivate ? 'invalid-credential' : 'wrong-password';
const UNKNOWN_ADDRESS = keepsAddressesPrivate ? 'invalid-credential' : 'user-not-found';

const colorOf = (page: Page, text: string | RegExp) =>
  page.getByText(text).evaluate((element) => getComputedStyle(element).color);

async function fillSignIn(page: Page, email = customer.email, password = 'whatever') {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

async function fillSignUp(page: Page, email: string) {
  await page.getByLabel('Name').fill('Erik Error');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('garage-1');
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** The provider's message without `Firebase: Error (auth/` and `).`, in red below the form. */
async function expectRefusal(page: Page, code: string) {
  const words = new RegExp(`^${code.replaceAll('-', ' ')}: \\S+`);
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: words });
  await expect(alert).toBeVisible();
  expect(await colorOf(page, words)).toMatch(RED);
  await expect(page.getByText(/Firebase|auth\//)).toHaveCount(0);
}

// The errors of cards: `section-2-payment.spec.ts`.
test.describe('spec 8: errors of the sign-in service', () => {
  test('its own error codes', async ({ page }) => {
    await page.goto('/signin');

    // As Firebase with email enumeration protection: the response does not reveal which addresses
    // have an account.
    await test.step('a wrong password and an unknown address', async () => {
      await fillSignIn(page);
      await expectRefusal(page, WRONG_PASSWORD);
      await expect(page.getByLabel('Email')).toHaveValue(customer.email);
      await expectAccessible(page);
      await page.reload();
      await fillSignIn(page, freshEmail('unknown'));
      await expectRefusal(page, UNKNOWN_ADDRESS);
    });

    await test.step('a new password for an unknown address', async () => {
      await page.reload();
      await page.getByLabel('Email').fill(freshEmail('unknown-too'));
      await page.getByRole('button', { name: 'Reset' }).click();
      if (keepsAddressesPrivate) {
        await expect(toast(page, 'Sent email')).toBeVisible();
      } else {
        await expectRefusal(page, UNKNOWN_ADDRESS);
        await expect(toast(page, 'Sent email')).toHaveCount(0);
      }
    });

    await test.step('email-already-in-use', async () => {
      await page.goto('/signup');
      await fillSignUp(page, customer.email);
      await expectRefusal(page, 'email-already-in-use');
      await expect(page.getByLabel('Name')).toHaveValue('Erik Error');
      await expectAccessible(page);
    });

    await test.step('weak-password', async () => {
      await refuseSignIn(
        page,
        'signUp',
        'WEAK_PASSWORD : Password should be at least 6 characters',
      );
      await fillSignUp(page, freshEmail('weak'));
      await expectRefusal(page, 'weak-password');
    });
  });

  test('errors of other projects, and of a service that is busy or unreachable', async ({
    page,
  }) => {
    const answered = '**/accounts:signInWithPassword*';
    await page.goto('/signin');
    for (const [code, word] of [
      // Firebase projects without that protection still report which of the two it was.
      ['wrong-password', 'INVALID_PASSWORD'],
      ['user-not-found', 'EMAIL_NOT_FOUND'],
      ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER'],
      ['invalid-credential', 'INVALID_LOGIN_CREDENTIALS'],
      ['user-disabled', 'USER_DISABLED'],
      ['internal-error', 'INTERNAL_ERROR'],
      ['operation-not-allowed', 'OPERATION_NOT_ALLOWED'],
      // The provider's client raises this one; with the embedded provider it never does.
      ['unauthorized-domain', 'UNAUTHORIZED-DOMAIN'],
    ] as const) {
      await test.step(code, async () => {
        await refuseSignIn(page, 'signInWithPassword', word);
        await fillSignIn(page);
        await expectRefusal(page, code);
        await page.unrouteAll();
      });
    }

    await test.step('a busy sign-in service is reported, without blaming the password', async () => {
      await page.route(answered, (route) =>
        route.fulfill({
          status: 503,
          headers: { 'retry-after': '2' },
          json: { error: { code: 503, message: 'UNAVAILABLE' } },
        }),
      );
      await fillSignIn(page);
      await expectRefusal(page, 'unavailable');
      await page.unrouteAll();
    });

    await test.step('an unknown code shows the service’s own message', async () => {
      await refuseSignIn(page, 'signInWithPassword', 'SOME_NEW_CODE');
      await fillSignIn(page);
      await expect(page.getByText('some new code', { exact: true })).toBeVisible();
      expect(await colorOf(page, 'some new code')).toMatch(RED);
      await page.unrouteAll();
    });

    await test.step('network-request-failed, and the next attempt clears the message', async () => {
      await page.route(answered, (route) => route.abort());
      await fillSignIn(page);
      await expectRefusal(page, 'network-request-failed');
      await page.unrouteAll();
      await fillSignIn(page, customer.email, customer.password);
      await expect(page).toHaveURL('/');
    });
  });

  test('popup-closed-by-user and popup-blocked', async ({ page }) => {
    await page.clock.install();
    await page.goto('/signin');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with google' }).click();
    await (await opened).close();
    await expect(page.getByText('Waiting for the Google window.')).toBeVisible();
    // The provider's client waits ten seconds for a closed window.
    await page.clock.runFor(11_000);
    await expectRefusal(page, 'popup-closed-by-user');
    await expect(page.getByText('Waiting for the Google window.')).toHaveCount(0);

    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole('button', { name: 'Continue with google' }).click();
    await expectRefusal(page, 'popup-blocked');
    await expectAccessible(page);
  });

  test('links of reset emails that are used or expired', async ({ page }) => {
    for (const [code, word] of [
      ['invalid-action-code', 'INVALID_OOB_CODE'],
      ['expired-action-code', 'EXPIRED_OOB_CODE'],
    ] as const) {
      await test.step(code, async () => {
        await refuseSignIn(page, 'resetPassword', word);
        // Changing only the fragment would not reload the page.
        await page.goto('/signin');
        await page.goto(`/reset-password#oobCode=${code}`);
        await page.getByLabel('New password').fill('new-secret');
        await page.getByRole('button', { name: 'Save password' }).click();
        await expectRefusal(page, code);
        await expect(page.getByRole('link', { name: 'Back to Sign in' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Request a new link' })).toBeFocused();
        await page.unrouteAll();
      });
    }
  });
});
