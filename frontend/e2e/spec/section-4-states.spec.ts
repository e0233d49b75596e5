import { holdBack, problem } from '../support/answers';
import { orderAs, somePart } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, placeOrder, signOut } from '../support/shop';
import type { Page } from '@playwright/test';

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));
const signInLink = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Sign in' });

async function signInHere(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('garage-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** From now on the sign-in service treats this browser's sign-in as expired. */
async function expireSignIn(page: Page) {
  const refusal = { error: { code: 400, message: 'TOKEN_EXPIRED' } };
  await page.route('**/securetoken.googleapis.com/**', (route) =>
    route.fulfill({ status: 400, json: refusal }),
  );
  await page.route('**/accounts:lookup*', (route) => route.fulfill({ status: 400, json: refusal }));
}

const expectExpired = async (page: Page) => {
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText(/^Your session has expired\./)).toBeVisible();
  expect(await storedToken(page)).toBeNull();
};

// Payment: `section-2-payment.spec.ts`. Orders: `section-5-validation.spec.ts`.
test('spec 4: a session begins by signing in and ends by signing out', async ({
  newcomer: { page, email },
}) => {
  await page.goto('/dashboard');

  await test.step('Sign Out clears the session and removes the token', async () => {
    expect(await storedToken(page)).not.toBeNull();
    await signOut(page);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/signin');
    await expect(signInLink(page)).toBeVisible();
  });

  await test.step('after a login the server receives the email and returns a token, stored locally', async () => {
    const exchange = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().includes('/users/'),
    );
    await signInHere(page, email);
    const request = await exchange;
    expect(decodeURIComponent(new URL(request.url()).pathname)).toBe(`/users/${email}`);
    expect(request.postDataJSON()).toEqual({ email });
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    const answer = (await (await request.response())?.json()) as { accessToken: string };
    expect(await storedToken(page)).toBe(answer.accessToken);
  });

  await test.step('an expired access token is renewed unnoticed, and sent under its own name', async () => {
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'expired');
    });
    await page.goto('/dashboard');
    await expect(page.getByText('No orders yet')).toBeVisible();
    const token = await storedToken(page);
    expect(token).not.toBe('expired');
    const sent = page.waitForRequest('**/orders/*%40*');
    await page.reload();
    expect((await sent).headers().authorization).toBe(`Bearer ${token}`);
  });
});

test('spec 4: a session that expires shows a message', async ({ newcomer: { page, email } }) => {
  await test.step('a 401 on the orders signs out, with a message and a link back', async () => {
    await page.route('**/orders/*%40*', (route) => route.fulfill(problem(401, 'unauthenticated')));
    await page.goto('/dashboard');
    await expectExpired(page);
    await expectAccessible(page);
    await page.unrouteAll();
    await signInHere(page, email);
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('a token that cannot be renewed ends the session with a message', async () => {
    const { _id } = await somePart(page);
    await page.goto(`/purchase/${_id}?a=1#form`);
    await expect(page.getByLabel('Address')).toBeVisible();
    await page.route('**/orders', (route) => route.fulfill(problem(401, 'unauthenticated')));
    await page.route('**/users/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill(problem(401, 'unauthenticated'))
        : route.continue(),
    );
    await placeOrder(page, '');
    await expectExpired(page);
    await page.unrouteAll();
    await signInHere(page, email);
    await expect(page.getByLabel('Address')).toBeVisible();
  });

  await test.step('a stored session that the sign-in service no longer knows ends cleanly', async () => {
    await expireSignIn(page);
    await page.goto('/dashboard');
    await expectExpired(page);
    await expect(signInLink(page)).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible();
  });
});

test('spec 4: two tabs share one session', async ({ newcomer: { page, name, email } }) => {
  const { _id, title } = await somePart(page);
  const other = await page.context().newPage();
  await page.goto('/portfolio');
  await other.goto(`/purchase/${_id}`);

  await test.step('signing out in one tab ends the session in the other', async () => {
    await expect(other.getByLabel('Address')).toBeVisible();
    await signOut(page);
    await expect(other).toHaveURL('/signin');
    await expect(other.getByText(/^You signed out in another tab\./)).toBeVisible();
  });

  await test.step('signing in in one tab lets the other continue', async () => {
    await page.goto('/signin');
    await signInHere(page, email);
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    await expect(other).toHaveURL(`/purchase/${_id}`);
    await expect(other.getByRole('heading', { name: title })).toBeVisible();
    await expect(other.getByLabel('Name')).toHaveValue(name);
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    expect(await storedToken(page)).not.toBeNull();
  });
});

test('spec 4: loading and errors', async ({ asCustomer: page }) => {
  const { order, part } = await orderAs(page);

  await test.step('a slow server shows a loading message, never a blank page', async () => {
    for (const [path, call, words] of [
      [`/purchase/${part._id}`, '**/parts/*', 'Loading the part'],
      [`/payment/${order}`, '**/order/*', 'Loading your order'],
      ['/purchase/x', '**/accounts:lookup*', 'Signing you in'],
    ] as const) {
      const answer = await holdBack(page, call);
      await page.goto(path);
      await expect(page.getByRole('main').getByText(words)).toBeVisible();
      await answer.release();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.unrouteAll();
    }
  });

  await test.step('a page whose code is gone from the server offers a reload', async () => {
    await page.route('**/*purchase-page*', (route) => route.abort());
    await page.goto(`/purchase/${part._id}`);
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: part.title })).toBeVisible();
  });

  await test.step('an unreachable server shows an error and a retry', async () => {
    await page.route('**/order/*', (route) => route.abort());
    await page.goto('/payment/anything');
    await expect(page.getByRole('heading', { name: 'Your order did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'There is no such order' })).toBeVisible();
  });

  await test.step('a session that could not be restored shows an error and a retry', async () => {
    // The page comes without its settings, and they cannot be loaded.
    await page.route('**/dashboard', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(id="config">)[^<]*/, '$1');
      await route.fulfill({ response, body });
    });
    await page.route('**/config', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'We could not sign you in' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  });
});
