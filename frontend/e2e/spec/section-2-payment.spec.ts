import { holdBack, problem } from '../support/answers';
import { callAs, orderAs, payAs } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, fillCard, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const GOOD_CARD = '4242424242424242';
const CHALLENGED_CARD = '4000002500003155';
const RED = /^(rgb\(179, 38, 30\)|rgb\(255, 143, 132\))$/;
const GREEN = /^(rgb\(11, 122, 75\)|rgb\(76, 195, 138\))$/;

const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });

const colorOf = (page: Page, text: string) =>
  page.getByText(text).evaluate((element) => getComputedStyle(element).color);

function countConfirmations(page: Page) {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) seen.count += 1;
  });
  return seen;
}

/** Opens the payment of a new order, with a card that the provider accepts. */
async function readyToPay(page: Page, card = GOOD_CARD): Promise<string> {
  const { order } = await orderAs(page);
  await page.goto(`/payment/${order}`);
  await fillCard(page, card);
  return order;
}

test('spec 2, 4 and 8: an order is paid', async ({ newcomer: { page } }) => {
  const { order, part } = await orderAs(page);
  const { title, price, minOrderQuantity } = part;
  const total = Math.round(price * minOrderQuantity * 100) / 100;
  const confirmations = countConfirmations(page);
  const intents: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/create-payment-intent')) intents.push(request.postDataJSON());
  });

  await test.step('the client secret is requested with the total once it is known', async () => {
    const details = await holdBack(page, `**/order/${order}`);
    const intent = await holdBack(page, '**/create-payment-intent');
    await page.goto('/dashboard');
    await expect(page.getByText('unpaid', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^pay/ }).click();
    await expect(page.getByText('Loading your order')).toBeVisible();
    await expect.poll(() => details.held.length).toBeGreaterThan(0);
    expect(intents).toEqual([]);
    await details.release();
    await expect.poll(() => intents.length).toBeGreaterThan(0);
    expect(intents[0]).toMatchObject({ price: total });

    // Pay is disabled until the library and the secret have loaded.
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expect(page.getByText('Preparing your payment.')).toBeVisible();
    await expect(pay(page)).toBeDisabled();
    await intent.release();
    await expect(pay(page)).toBeEnabled();
    await expect(page.getByText('Preparing your payment.')).toHaveCount(0);
  });

  await test.step('asks for the card under its heading', async () => {
    const shown = total.toFixed(2).replace(/\.00$/, '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Confirm your payment for ${title}, ${minOrderQuantity} pieces. Total $${shown} only.`,
    );
    await expect(page).toHaveTitle(`Payment for ${title} | Autoparts`);
  });

  await test.step('the provider’s error messages are shown in red under the card field', async () => {
    await pay(page).click();
    const incomplete = 'Your card number is incomplete.';
    await expect(page.getByText(incomplete)).toBeVisible();
    expect(await colorOf(page, incomplete)).toMatch(RED);
    await expect(page.getByLabel('Card number')).toBeFocused();

    for (const [card, words] of [
      ['4242424242424241', 'Your card number is invalid.'],
      ['4000000000000002', 'Your card was declined.'],
      ['4000000000009995', 'Your card has insufficient funds.'],
      ['4000000000000069', 'Your card has expired.'],
      ['4000000000000127', "Your card's security code is incorrect."],
    ] as const) {
      await fillCard(page, card);
      await pay(page).click();
      await expect(page.getByText(words)).toBeVisible();
      expect(await colorOf(page, words)).toMatch(RED);
      const field = await page.getByRole('group', { name: 'Card' }).boundingBox();
      const message = await page.getByText(words).boundingBox();
      expect(message?.y).toBeGreaterThan(field?.y ?? Infinity);
    }
    await expectAccessible(page);
  });

  const before = confirmations.count;
  let transaction = '';
  await test.step('a double click pays once, and the shop receives the transaction', async () => {
    await fillCard(page, GOOD_CARD);
    const booking = page.waitForRequest((request) => request.method() === 'PATCH');
    await pay(page).dblclick();
    const sent = (await booking).postDataJSON() as { booking: string; transactionId: string };
    expect(sent).toEqual({ booking: order, transactionId: expect.stringMatching(/^pi_\w+$/) });
    transaction = sent.transactionId;
    await expect(toast(page, 'payment successful')).toHaveCount(1);
    expect(confirmations.count).toBe(before + 1);
  });

  await test.step('a successful payment shows green text, and Pay is off after it', async () => {
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    expect(await colorOf(page, 'successfully completed payment')).toMatch(GREEN);
    await expect(pay(page)).toBeDisabled();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('a paid order is marked, even after a reload, and links onward', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
    await expect(page.getByText(`Transaction ${transaction}`)).toBeVisible();
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to your orders' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('paid', { exact: true })).toBeVisible();
    await expect(page.getByText(`Transaction ${transaction}`)).toBeVisible();
  });
});

test('spec 2: payment responses that are lost, late or refused', async ({ newcomer: { page } }) => {
  await test.step('a lost response of the provider is looked up instead of shown as unpaid', async () => {
    await readyToPay(page);
    await page.route('**/confirm', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pay(page).click();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    await expect(toast(page, 'payment successful')).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('a page reloaded during the payment finds the order paid', async () => {
    await readyToPay(page);
    await page.route('**/booking/*', (route) => route.abort());
    await page.route('**/confirm', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route('**/payment_intents/*', (route) => route.abort());
    await pay(page).click();
    await expect(
      page.getByText(/we do not know yet whether the payment went through/),
    ).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
  });

  await test.step('reports the charge again automatically after the shop was down', async () => {
    await readyToPay(page);
    const confirmations = countConfirmations(page);
    await page.route('**/booking/*', (route) => route.fulfill(problem(503, 'unavailable')));
    await pay(page).click();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    await expect(page.getByText(/^Your card was accepted, but the shop/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/booking/*');
    await expect(toast(page, 'payment successful')).toBeVisible();
    await expect(page.getByText(/^Your card was accepted, but the shop/)).toHaveCount(0);
    expect(confirmations.count).toBe(1);
  });

  await test.step('pieces that have sold out cannot be paid, and a retry is not offered', async () => {
    const detail = 'Your reservation has expired and these pieces are sold out.';
    await page.route('**/create-payment-intent', (route) =>
      route.fulfill(problem(409, 'out_of_stock', { detail })),
    );
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await expect(page.getByText(detail)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(pay(page)).toBeDisabled();
    await page.unrouteAll();
  });

  await test.step('a slow provider shows a waiting message', async () => {
    await page.clock.install();
    await readyToPay(page);
    const confirming = await holdBack(page, '**/confirm');
    await pay(page).click();
    await expect.poll(() => confirming.held.length).toBe(1);
    await page.clock.runFor(7_000);
    await expect(page.getByText(/^Still waiting for the payment provider\./)).toBeVisible();
    await expect(pay(page)).toBeDisabled();
    await confirming.release();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
  });
});

test('spec 2: two tabs pay an order once, and both show it as paid', async ({
  newcomer: { page },
}) => {
  const order = await readyToPay(page);
  const second = await page.context().newPage();
  await second.goto(`/payment/${order}`);
  await fillCard(second, GOOD_CARD);
  await pay(page).click();
  await expect(page.getByText('successfully completed payment')).toBeVisible();
  await expect(toast(page, 'payment successful')).toBeVisible();
  await pay(second).click();
  await expect(second.getByText('successfully completed payment')).toBeVisible();
  await second.reload();
  await expect(second.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
});

test('spec 2: the bank’s challenge is a dialog', async ({ newcomer: { page } }) => {
  await orderAs(page);
  await page.goto('/dashboard');
  const dialog = page.getByRole('dialog', { name: '3D Secure test page' });
  const payWithChallenge = async () => {
    await page.getByRole('link', { name: /^pay/i }).click();
    await fillCard(page, CHALLENGED_CARD);
    await pay(page).click();
  };

  await test.step('the browser’s Back closes it', async () => {
    await payWithChallenge();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/dashboard');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: /^pay/i })).toBeVisible();
  });

  await test.step('it traps the focus', async () => {
    await payWithChallenge();
    const complete = dialog.getByRole('button', { name: 'Complete authentication' });
    await expect(complete).toBeFocused();
    await expectAccessible(page);
    const frame = await dialog.boundingBox();
    const button = await complete.boundingBox();
    if (!frame || !button) throw new Error('the dialog has no box');
    const gap = frame.x + frame.width - (button.x + button.width);
    expect(gap).toBeLessThan(button.x - frame.x);

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/unable to authenticate your payment method/)).toBeVisible();
    await expect(page.getByLabel('Card number')).toBeFocused();

    await pay(page).click();
    await complete.click();
    await expect(toast(page, 'payment successful')).toBeVisible();
  });
});

test('spec 2: orders that cannot be paid here are explained', async ({
  asCustomer,
  asAdmin,
  newcomer,
}) => {
  const { order } = await orderAs(newcomer.page);

  await test.step('an order that does not exist or belongs to another user', async () => {
    for (const id of [order, 'not-an-id']) {
      await asCustomer.goto(`/payment/${id}`);
      await expect(
        asCustomer.getByRole('heading', { name: 'There is no such order' }),
      ).toBeVisible();
    }
    await expectAccessible(asCustomer);
    await asCustomer.getByRole('link', { name: 'Back to your orders' }).click();
    await expect(asCustomer).toHaveURL('/dashboard');
  });

  await test.step('an admin sees whose order it is', async () => {
    await asAdmin.goto(`/payment/${order}`);
    await expect(
      asAdmin.getByRole('heading', { name: 'This order belongs to someone else' }),
    ).toBeVisible();
    await expect(asAdmin.getByText(`Only ${newcomer.name} (${newcomer.email})`)).toBeVisible();
    await expect(pay(asAdmin)).toHaveCount(0);
  });

  await test.step('a refunded order', async () => {
    const { page } = newcomer;
    await payAs(page, order);
    await callAs(asAdmin, 'PUT', `/refund/${order}`);
    await page.goto(`/payment/${order}`);
    await expect(page.getByRole('heading', { name: 'This order was refunded' })).toBeVisible();
    await expect(pay(page)).toHaveCount(0);
  });
});
