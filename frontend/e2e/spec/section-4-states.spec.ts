import { holdBack, problem } from '../support/answers';
import { orderAs, somePart } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, fillCard, placeOrder, signOut, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));
const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });
const signInLink = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Sign in' });

async function signInHere(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('garage-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** From now on the sign-in service knows nobody of this browser any more. */
async function forgetAtProvider(page: Page) {
  const refusal = { error: { code: 400, message: 'TOKEN_EXPIRED' } };
  await page.route('**/securetoken.googleapis.com/**', (route) =>
    route.fulfill({ status: 400, json: refusal }),
  );
  await page.route('**/accounts:lookup*', (route) => route.fulfill({ status: 400, json: refusal }));
}

test.describe('spec 4: session', () => {
  test('after a login the email goes to the server, which answers with a token stored locally', async ({
    page,
    newcomer: { email },
  }) => {
    await signOut(page);
    await page.goto('/signin');
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

  test('Sign Out clears the session and removes the token', async ({ newcomer: { page } }) => {
    expect(await storedToken(page)).not.toBeNull();
    await signOut(page);
    await page.reload();
    await expect(signInLink(page)).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/signin');
  });

  for (const status of [401, 403]) {
    test(`a ${status} on the orders signs out, with a sentence and the way back`, async ({
      newcomer: { page, email },
    }) => {
      await page.route('**/orders/*%40*', (route) =>
        route.fulfill(problem(status, status === 401 ? 'unauthenticated' : 'forbidden')),
      );
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/signin');
      await expect(page.getByText(/^Your session has expired\./)).toBeVisible();
      expect(await storedToken(page)).toBeNull();
      await expectAccessible(page);
      await page.unrouteAll();
      await signInHere(page, email);
      await expect(page).toHaveURL('/dashboard');
    });
  }

  test('an expired access token is renewed unnoticed', async ({ newcomer: { page } }) => {
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'expired');
    });
    await page.goto('/dashboard');
    await expect(page.getByText('No orders yet')).toBeVisible();
    expect(await storedToken(page)).not.toBe('expired');
  });

  test('a token that cannot be renewed ends the session with a sentence', async ({
    newcomer: { page },
  }) => {
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
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText(/^Your session has expired\./)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });

  test('a remembered session that the sign-in service has forgotten ends cleanly', async ({
    newcomer: { page },
  }) => {
    await forgetAtProvider(page);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText(/^Your session has expired\./)).toBeVisible();
    await expect(signInLink(page)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible();
  });

  test('signing out in one tab ends the session in the other', async ({ newcomer: { page } }) => {
    const { _id } = await somePart(page);
    const other = await page.context().newPage();
    await other.goto(`/purchase/${_id}`);
    await expect(other.getByLabel('Address')).toBeVisible();
    await signOut(page);
    await expect(other).toHaveURL('/signin');
    await expect(other.getByText(/^You signed out in another tab\./)).toBeVisible();
  });

  test('signing in in one tab is noticed in the other, which goes on', async ({
    newcomer: { page, name, email },
  }) => {
    await signOut(page);
    const { _id, title } = await somePart(page);
    await page.goto(`/purchase/${_id}`);
    await expect(page).toHaveURL('/signin');
    const other = await page.context().newPage();
    await other.goto('/signin');
    await signInHere(other, email);
    await expect(other.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    await expect(page).toHaveURL(`/purchase/${_id}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await expect(other.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    expect(await storedToken(other)).not.toBeNull();
  });

  test('a shop that does not know yet who is there says so and can be asked again', async ({
    newcomer: { page },
  }) => {
    // The page comes without its settings, and they cannot be had.
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

test.describe('spec 4: payment', () => {
  test('an order goes from unpaid to paid, with the transaction of the payment', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    await page.goto('/dashboard');
    await expect(page.getByText('unpaid', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^pay/ }).click();
    await fillCard(page, '4242424242424242');
    const booking = page.waitForRequest((request) => request.method() === 'PATCH');
    await pay(page).click();
    const told = (await booking).postDataJSON() as { booking: string; transactionId: string };
    expect(told).toEqual({ booking: order, transactionId: expect.stringMatching(/^pi_\w+$/) });
    await expect(toast(page, 'payment successful')).toBeVisible();
    await page.getByRole('link', { name: 'Back to your orders' }).click();
    await expect(page.getByText('paid', { exact: true })).toBeVisible();
    await expect(page.getByText(`Transaction ${told.transactionId}`)).toBeVisible();
  });

  test('Pay is off until the library is ready and the secret has come, and after success', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    const intent = await holdBack(page, '**/create-payment-intent');
    await page.goto(`/payment/${order}`);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expect(page.getByText('Preparing your payment.')).toBeVisible();
    await expect(pay(page)).toBeDisabled();
    await intent.letGo();
    await expect(pay(page)).toBeEnabled();
    await expect(page.getByText('Preparing your payment.')).toHaveCount(0);
    await fillCard(page, '4242424242424242');
    await pay(page).click();
    await expect(toast(page, 'payment successful')).toBeVisible();
    await expect(pay(page)).toBeDisabled();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
  });

  test('the client secret is asked for when the total is known, and with it', async ({
    newcomer: { page },
  }) => {
    const { order, part } = await orderAs(page);
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/create-payment-intent')) asked.push(request.postDataJSON());
    });
    const details = await holdBack(page, `**/order/${order}`);
    await page.goto(`/payment/${order}`);
    await expect(page.getByText('Loading your order')).toBeVisible();
    await expect.poll(() => details.held.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
    await details.letGo();
    await expect(pay(page)).toBeEnabled();
    const total = Math.round(part.price * part.minOrderQuantity * 100) / 100;
    expect(asked[0]).toMatchObject({ price: total });
  });
});

test.describe('spec 4: ordering', () => {
  test('PLACE ORDER is off after a refused quantity, until it changes', async ({
    asCustomer: page,
  }) => {
    const { _id, minOrderQuantity } = await somePart(page);
    await page.goto(`/purchase/${_id}`);
    const place = page.getByRole('button', { name: 'PLACE ORDER' });
    await placeOrder(page, String(minOrderQuantity - 1));
    await expect(place).toBeDisabled();
    await expect(page.getByLabel('Quantity')).toBeFocused();
    await page.getByLabel('Address').fill('Another street');
    await expect(place).toBeDisabled();
    await page.getByLabel('Quantity').fill(String(minOrderQuantity));
    await expect(place).toBeEnabled();
  });
});

test.describe('spec 4: waiting and failing', () => {
  test('a slow server is waited for in words, never on a blank page', async ({
    newcomer: { page },
  }) => {
    const { order, part } = await orderAs(page);
    for (const [path, call, words] of [
      [`/purchase/${part._id}`, '**/parts/*', 'Loading the part'],
      [`/payment/${order}`, '**/order/*', 'Loading your order'],
      ['/purchase/x', '**/accounts:lookup*', 'Signing you in'],
    ] as const) {
      const answer = await holdBack(page, call);
      await page.goto(path);
      await expect(page.getByRole('main').getByText(words)).toBeVisible();
      await answer.letGo();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.unrouteAll();
    }
  });

  test('a page whose code is gone from the server offers to load afresh', async ({
    asCustomer: page,
  }) => {
    const { _id, title } = await somePart(page);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    await page.route('**/*purchase-page*', (route) => route.abort());
    await page.goto(`/purchase/${_id}`);
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  });

  test('a server that is gone leaves words and a way to try again', async ({
    asCustomer: page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    await page.route('**/order/*', (route) => route.abort());
    await page.goto('/payment/anything');
    await expect(page.getByRole('heading', { name: 'Your order did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'There is no such order' })).toBeVisible();
  });
});
