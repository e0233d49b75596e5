import { holdBack, problem } from '../support/answers';
import { callAs, orderAs, payAs } from '../support/calls';
import { expect, test } from '../support/people';
import { admin, expectAccessible, fillCard, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const GOOD_CARD = '4242424242424242';
const CHALLENGED_CARD = '4000002500003155';

const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });

function countConfirmations(page: Page) {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) seen.count += 1;
  });
  return seen;
}

test.describe('spec 2: payment', () => {
  test('asks for the card under its heading, and takes the money', async ({
    newcomer: { page },
  }) => {
    const { order, part } = await orderAs(page);
    const { title, price, minOrderQuantity } = part;
    await page.goto(`/payment/${order}`);
    const total = (price * minOrderQuantity).toFixed(2).replace(/\.00$/, '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Confirm your payment for ${title}, ${minOrderQuantity} pieces. Total $${total} only.`,
    );
    await expect(page).toHaveTitle(`Payment for ${title} | Autoparts`);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expectAccessible(page);
    await fillCard(page, GOOD_CARD);
    await pay(page).click();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    await expect(toast(page, 'payment successful')).toBeVisible();
    await expectAccessible(page);
  });

  test('a double click pays once', async ({ newcomer: { page } }) => {
    const confirmations = countConfirmations(page);
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await fillCard(page, GOOD_CARD);
    await pay(page).dblclick();
    await expect(toast(page, 'payment successful')).toHaveCount(1);
    expect(confirmations.count).toBe(1);
  });

  test('a paid order says so, also after a reload, and offers a way on', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await fillCard(page, GOOD_CARD);
    await pay(page).click();
    await expect(toast(page, 'payment successful')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
    await expect(page.getByText(/Transaction pi_\w+/)).toBeVisible();
    await expect(pay(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to your orders' }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('a page reloaded while the money moved finds the order paid', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await fillCard(page, GOOD_CARD);
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

  test('a lost answer of the provider is looked up instead of called unpaid', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await fillCard(page, GOOD_CARD);
    await page.route('**/confirm', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pay(page).click();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    await expect(toast(page, 'payment successful')).toBeVisible();
  });

  test('tells the shop again by itself when it was away after the charge', async ({
    newcomer: { page },
  }) => {
    const confirmations = countConfirmations(page);
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await fillCard(page, GOOD_CARD);
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

  test('money that an order cannot take any more is said to go back', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await fillCard(page, GOOD_CARD);
    await page.route('**/booking/*', (route) =>
      route.fulfill(problem(409, 'payment_given_back', { detail: 'It is on its way back.' })),
    );
    await pay(page).click();
    await expect(page.getByText(/could not accept it: It is on its way back\./)).toBeVisible();
    await expect(pay(page)).toBeDisabled();
  });

  test('two tabs pay an order once, and both say that it is paid', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    const second = await page.context().newPage();
    for (const tab of [page, second]) {
      await tab.goto(`/payment/${order}`);
      await fillCard(tab, GOOD_CARD);
    }
    await pay(page).click();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    await expect(toast(page, 'payment successful')).toBeVisible();
    await pay(second).click();
    await expect(second.getByText('successfully completed payment')).toBeVisible();
    await second.reload();
    await expect(second.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
  });

  test('the bank’s question is a dialog that keeps the focus', async ({ newcomer: { page } }) => {
    const { order } = await orderAs(page);
    await page.goto(`/payment/${order}`);
    await fillCard(page, CHALLENGED_CARD);
    await pay(page).click();
    const dialog = page.getByRole('dialog', { name: '3D Secure test page' });
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

  test('the way back leaves the bank’s question behind', async ({ newcomer: { page } }) => {
    await orderAs(page);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /^pay/i }).click();
    await fillCard(page, CHALLENGED_CARD);
    await pay(page).click();
    const dialog = page.getByRole('dialog', { name: '3D Secure test page' });
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/dashboard');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: /^pay/i })).toBeVisible();
  });

  test('an order that is not there, or not theirs, is worded', async ({ asCustomer, newcomer }) => {
    const { order } = await orderAs(newcomer.page);
    for (const id of [order, '00000000-0000-7000-8000-000000000000', 'not-an-id']) {
      await asCustomer.goto(`/payment/${id}`);
      await expect(
        asCustomer.getByRole('heading', { name: 'There is no such order' }),
      ).toBeVisible();
    }
    await expectAccessible(asCustomer);
    await asCustomer.getByRole('link', { name: 'Back to your orders' }).click();
    await expect(asCustomer).toHaveURL('/dashboard');
  });

  test('an admin is told whose order it is', async ({ asAdmin, newcomer }) => {
    const { order } = await orderAs(newcomer.page);
    await asAdmin.goto(`/payment/${order}`);
    await expect(
      asAdmin.getByRole('heading', { name: 'This order belongs to someone else' }),
    ).toBeVisible();
    await expect(asAdmin.getByText(`Only ${newcomer.name} (${newcomer.email})`)).toBeVisible();
    await expect(pay(asAdmin)).toHaveCount(0);
    expect(admin.email).not.toBe(newcomer.email);
  });

  test('a refunded order is worded', async ({ newcomer: { page }, asAdmin }) => {
    const { order } = await orderAs(page);
    await payAs(page, order);
    await callAs(asAdmin, 'PUT', `/refund/${order}`);
    await page.goto(`/payment/${order}`);
    await expect(page.getByRole('heading', { name: 'This order was refunded' })).toBeVisible();
    await expect(pay(page)).toHaveCount(0);
  });

  test('a shop that does not prepare the payment says so and is asked again', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    await page.route('**/create-payment-intent', (route) =>
      route.fulfill(problem(503, 'payment_unavailable')),
    );
    await page.goto(`/payment/${order}`);
    await expect(
      page.getByText('The payment provider is not answering. Nothing was charged.'),
    ).toBeVisible();
    await expect(pay(page)).toBeDisabled();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pay(page)).toBeEnabled();
  });

  test('pieces that are sold out by now cannot be paid, and trying again is not offered', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    const detail = 'Your reservation has expired and these pieces are sold out.';
    await page.route('**/create-payment-intent', (route) =>
      route.fulfill(problem(409, 'out_of_stock', { detail })),
    );
    await page.goto(`/payment/${order}`);
    await expect(page.getByText(detail)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(pay(page)).toBeDisabled();
  });

  test('a provider that is slow is waited for in words', async ({ newcomer: { page } }) => {
    const { order } = await orderAs(page);
    await page.clock.install();
    await page.goto(`/payment/${order}`);
    await fillCard(page, GOOD_CARD);
    const confirming = await holdBack(page, '**/confirm');
    await pay(page).click();
    await expect.poll(() => confirming.held.length).toBe(1);
    await page.clock.runFor(7_000);
    await expect(page.getByText(/^Still waiting for the payment provider\./)).toBeVisible();
    await expect(pay(page)).toBeDisabled();
    await confirming.letGo();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
  });

  test('a payment library that does not load says so and is fetched again', async ({
    newcomer: { page },
  }) => {
    const { order } = await orderAs(page);
    await page.route('**/*sandbox-stripe*', (route) => route.abort(), { times: 1 });
    await page.goto(`/payment/${order}`);
    await expect(page.getByRole('heading', { name: 'The card field did not load' })).toBeVisible();
    await expect(page.getByText('Nothing was charged.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
  });
});
