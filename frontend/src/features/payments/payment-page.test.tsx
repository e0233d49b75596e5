import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anOrder, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve, type Call } from '../../testing/test-shop';
import { formatDateTime } from '../../lib/date-time';
import { PaymentPage } from './payment-page';
import { notePaymentUnderWay, paymentUnderWay } from '../../lib/payments-under-way';
import { createSandboxStripe } from './sandbox/sandbox-stripe';

const loadPayments = vi.hoisted(() => vi.fn());
vi.mock('./load-payments', () => ({ loadPayments }));
const loadConfig = vi.hoisted(() => vi.fn());
vi.mock('../../lib/config', () => ({ loadConfig }));

const order = anOrder();

function open(
  details: object,
  intent: (call: Call) => Response = () => json({ clientSecret: 's' }),
) {
  const calls = serve((call) => (call.method === 'POST' ? intent(call) : json(details)));
  renderScreen(<PaymentPage />, { path: '/payment/:id', at: '/payment/order-1', person: marta });
  return calls;
}

const pay = () => screen.getByRole('button', { name: 'Pay' });

/** Fills in a card that the sandbox accepts, and waits until Pay is enabled. */
async function typeCard() {
  await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await userEvent.type(screen.getByLabelText('Expiry date, MM / YY'), '1234');
  await userEvent.type(screen.getByLabelText('Security code'), '123');
  await waitFor(() => {
    expect(pay()).toBeEnabled();
  });
}

describe('the payment page', () => {
  beforeEach(() => {
    loadPayments.mockResolvedValue(createSandboxStripe('pk', '/sandbox/v1'));
    loadConfig.mockReset().mockRejectedValue(new Error('offline'));
  });

  it('shows what is paid for, and requests the client secret with the total', async () => {
    const calls = open(order);
    expect(await screen.findByLabelText('Card number')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Confirm your payment for Alternator, 10 pieces. Total $385 only.',
    );
    await waitFor(() => {
      expect(pay()).toBeEnabled();
    });
    const call = calls.find(({ path }) => path === '/create-payment-intent');
    expect(JSON.parse(call?.body ?? '')).toEqual({ price: 385, order: 'order-1' });
  });

  it('names the test card in the sandbox', async () => {
    loadConfig.mockResolvedValue({ payments: { mode: 'sandbox' } });
    open(order);
    expect(await screen.findByText('4242 4242 4242 4242')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Card' })).toHaveAccessibleDescription(
      'No real money here. Test card: 4242 4242 4242 4242, any date in the future, any code.',
    );
  });

  it('names no test card if real cards are charged', async () => {
    loadConfig.mockResolvedValue({ payments: { mode: 'stripe' } });
    open(order);
    await screen.findByLabelText('Card number');
    expect(loadConfig).toHaveBeenCalled();
    expect(screen.queryByText(/4242/)).toBeNull();
  });

  it.each([
    ['card_declined', 'Your card was declined.', 'Your card was declined. Try another card.'],
    ['incorrect_cvc', 'The code is incorrect.', 'The code is incorrect.'],
  ])('shows why a card failed, and what to do: %s', async (code, message, described) => {
    serve(({ method, path }) => {
      if (path === '/create-payment-intent') return json({ clientSecret: 'pi_1_secret_a' });
      if (path.endsWith('/payment_methods')) return json({ id: 'pm_1' });
      if (path.endsWith('/confirm')) {
        return json({ error: { type: 'card_error', code, message } }, 402);
      }
      return json(method === 'PATCH' ? { acknowledged: true } : order);
    });
    renderScreen(<PaymentPage />, { path: '/payment/:id', at: '/payment/order-1', person: marta });
    await typeCard();
    await userEvent.click(pay());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole('group', { name: 'Card' })).toHaveAccessibleDescription(described);
  });

  it('shows when the reservation ends', async () => {
    const heldUntil = '2026-11-25T14:00:00Z';
    open({ ...order, heldUntil });
    const words = await screen.findByText(/^Reserved for you until/);
    expect(words).toHaveTextContent(`Reserved for you until ${formatDateTime(heldUntil)}.`);
  });

  it('shows no deadline without a reservation', async () => {
    open({ ...order, heldUntil: undefined, state: 'lapsed' });
    await screen.findByLabelText('Card number');
    expect(screen.queryByText(/^Reserved/)).toBeNull();
  });

  it('keeps Pay disabled without a client secret, and can retry', async () => {
    const responses = [problem(503, 'payment_unavailable'), json({ clientSecret: 's' })];
    open(order, () => responses.shift() ?? problem(500, 'internal'));
    expect(await screen.findByText(/provider is not answering/)).toBeVisible();
    expect(pay()).toBeDisabled();
    screen.getByRole('button', { name: 'Try again' }).click();
    await waitFor(() => {
      expect(pay()).toBeEnabled();
    });
  });

  it('reports when the card field cannot be loaded, and retries', async () => {
    loadPayments.mockRejectedValueOnce(new Error('offline'));
    open(order);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { name: 'The card field did not load' })).toBeVisible();
    expect(screen.getByText(/Nothing was charged/)).toBeVisible();
    retry.click();
    expect(await screen.findByLabelText('Card number')).toBeVisible();
  });

  it.each([
    [{ paid: true, transactionId: 'pi_7' }, 'This order is paid'],
    [{ transactionId: 'pi_7', state: 'refunded' }, 'This order was refunded'],
    [{ email: 'ada@garage.example' }, 'This order belongs to someone else'],
  ])('offers no payment for an order that must not be charged: %o', async (change, heading) => {
    const calls = open({ ...order, ...change });
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to your orders' })).toBeVisible();
    expect(calls.some(({ path }) => path === '/create-payment-intent')).toBe(false);
  });

  it('reloads when the shop reports that the order is already paid', async () => {
    let paid = {};
    serve((call) => {
      if (call.method !== 'POST') return json({ ...order, ...paid });
      paid = { paid: true, transactionId: 'pi_7' };
      return problem(409, 'order_already_paid');
    });
    renderScreen(<PaymentPage />, { path: '/payment/:id', at: '/payment/order-1', person: marta });
    expect(await screen.findByRole('heading', { name: 'This order is paid' })).toBeVisible();
    expect(screen.getByText('pi_7')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Order and receipt' })).toHaveAttribute(
      'href',
      '/dashboard/orders/order-1',
    );
  });

  it('accepts payment for an order that was shipped unpaid', async () => {
    open({ ...order, status: 'shipped' });
    await waitFor(() => {
      expect(pay()).toBeEnabled();
    });
  });

  describe('opened again after the card was accepted', () => {
    /**
     * `status` is the payment's state at the provider; null if it is unreachable. `booking` is the
     * shop's response to the notification.
     */
    const openAgain = (
      status: string | null,
      booking = () => problem(402, 'payment_not_completed'),
    ) => {
      notePaymentUnderWay('order-1', 'pi_1');
      const calls = serve(({ method, path }) => {
        if (path === '/create-payment-intent') {
          return status === null
            ? problem(503, 'payment_unavailable')
            : json({ clientSecret: 'pi_1_secret_a' });
        }
        if (path.includes('/payment_intents/')) return json({ id: 'pi_1', status });
        return method === 'PATCH' ? booking() : json(order);
      });
      renderScreen(<PaymentPage />, {
        path: '/payment/:id',
        at: '/payment/order-1',
        person: marta,
      });
      return () => calls.filter(({ method }) => method === 'PATCH').length;
    };
    const words = /^Your card was accepted. We are waiting for the payment provider/;

    it.each(['processing', null])('waits and does not offer Pay again: %s', async (status) => {
      const countReports = openAgain(status);
      expect(await screen.findByText(words)).toBeVisible();
      expect(pay()).toBeDisabled();
      expect(screen.queryByText('successfully completed payment')).toBeNull();
      expect(countReports()).toBe(1);
    });

    it('detects a decline once the shop can prepare the payment again', async () => {
      notePaymentUnderWay('order-1', 'pi_1');
      let down = true;
      serve(({ method, path }) => {
        if (path === '/create-payment-intent') {
          return down ? problem(503, 'unavailable') : json({ clientSecret: 'pi_1_secret_a' });
        }
        if (path.includes('/payment_intents/')) {
          return json({ id: 'pi_1', status: 'requires_payment_method' });
        }
        return method === 'PATCH' ? problem(402, 'payment_not_completed') : json(order);
      });
      renderScreen(<PaymentPage />, {
        path: '/payment/:id',
        at: '/payment/order-1',
        person: marta,
      });
      expect(await screen.findByText(words)).toBeVisible();
      down = false;
      const declined = /^Your bank declined this payment/;
      // Returning to the tab retries, once the page is listening for it.
      await waitFor(
        () => {
          fireEvent.focus(window);
          expect(screen.getByText(declined)).toBeVisible();
        },
        { timeout: 12_000, interval: 200 },
      );
      expect(pay()).toBeEnabled();
      expect(screen.queryByText(words)).toBeNull();
      expect(screen.getByLabelText('Card number')).toHaveFocus();
      expect(paymentUnderWay('order-1')).toBeNull();
    }, 15_000);

    it('reports the payment of the client secret, not an older one', async () => {
      notePaymentUnderWay('order-1', 'pi_0');
      const calls = serve(({ method, path }) => {
        if (path === '/create-payment-intent') return json({ clientSecret: 'pi_1_secret_a' });
        if (path.includes('/payment_intents/')) return json({ id: 'pi_1', status: 'processing' });
        return method === 'PATCH' ? problem(402, 'payment_not_completed') : json(order);
      });
      renderScreen(<PaymentPage />, {
        path: '/payment/:id',
        at: '/payment/order-1',
        person: marta,
      });
      expect(await screen.findByText(words)).toBeVisible();
      const report = calls.find(({ method }) => method === 'PATCH');
      expect(JSON.parse(report?.body ?? '')).toMatchObject({ transactionId: 'pi_1' });
    });

    it('reports the payment even without the card field, and does not claim that nothing was charged', async () => {
      loadPayments.mockRejectedValueOnce(new Error('offline'));
      const countReports = openAgain('processing');
      expect(await screen.findByText(words)).toBeVisible();
      expect(screen.getByRole('heading', { name: 'The card field did not load' })).toBeVisible();
      expect(screen.queryByText(/Nothing was charged/)).toBeNull();
      expect(screen.getByRole('link', { name: 'Back to your orders' })).toBeVisible();
      expect(countReports()).toBe(1);
    });

    it('does not claim that money moved when that is unknown', async () => {
      openAgain(null, () => problem(409, 'payment_given_back'));
      const refusal = 'The shop could not accept this payment: detail of payment_given_back';
      expect(await screen.findByText(refusal)).toBeVisible();
    });

    it('offers Pay once the bank has declined', async () => {
      const countReports = openAgain('requires_payment_method');
      await waitFor(() => {
        expect(pay()).toBeEnabled();
        expect(paymentUnderWay('order-1')).toBeNull();
      });
      expect(screen.queryByText(words)).toBeNull();
      expect(countReports()).toBe(0);
    });
  });

  it('reports an order that does not exist', async () => {
    serve(() => problem(404, 'not_found'));
    renderScreen(<PaymentPage />, { path: '/payment/:id', at: '/payment/x', person: marta });
    expect(await screen.findByRole('heading', { name: 'There is no such order' })).toBeVisible();
    expect(screen.queryByText(/charged/)).toBeNull();
  });

  it('keeps showing the payment state when the order is gone', async () => {
    let gone = false;
    serve(({ method, path }) => {
      if (path === '/create-payment-intent') return json({ clientSecret: 'pi_1_secret_a' });
      if (path.endsWith('/payment_methods')) return json({ id: 'pm_1' });
      if (path.endsWith('/confirm')) return json({ id: 'pi_1', status: 'succeeded' });
      if (method !== 'PATCH') return gone ? problem(404, 'not_found') : json(order);
      gone = true;
      return problem(409, 'payment_given_back');
    });
    const store = renderScreen(<PaymentPage />, {
      path: '/payment/:id',
      at: '/payment/order-1',
      person: marta,
    });
    await typeCard();
    await userEvent.click(pay());
    const words =
      'The payment went through, but the shop could not accept it: detail of payment_given_back';
    expect(await screen.findByText(words)).toBeVisible();
    await waitFor(() => {
      const queries = Object.values(store.getState().api.queries);
      expect(queries.map((query) => query?.status)).toContain('rejected');
    });
    expect(await screen.findByText(words)).toBeVisible();
    expect(pay()).toBeDisabled();
  });

  it('pays once when the button is clicked twice before the next render', async () => {
    const calls = serve(({ method, path }) => {
      if (path === '/create-payment-intent') return json({ clientSecret: 'pi_1_secret_a' });
      if (path.endsWith('/payment_methods')) return json({ id: 'pm_1' });
      if (path.endsWith('/confirm')) return json({ id: 'pi_1', status: 'succeeded' });
      return json(method === 'PATCH' ? { acknowledged: true } : order);
    });
    renderScreen(<PaymentPage />, { path: '/payment/:id', at: '/payment/order-1', person: marta });
    await typeCard();
    const form = screen.getByRole('form', { name: 'Payment' });
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    expect(await screen.findByText('successfully completed payment')).toBeVisible();
    const sent = (end: string) => calls.filter(({ path }) => path.endsWith(end)).length;
    expect([sent('/payment_methods'), sent('/confirm'), sent('/booking/order-1')]).toEqual([
      1, 1, 1,
    ]);
  });
});
