import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anOrder, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { PaymentPage } from './payment-page';
import { createSandboxStripe } from './sandbox/sandbox-stripe';

const loadPayments = vi.hoisted(() => vi.fn());
vi.mock('./load-payments', () => ({ loadPayments }));
vi.mock('../../lib/config', () => ({ loadConfig: () => Promise.reject(new Error('offline')) }));
const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

/** Pays with a card the provider accepts; `booking` is the shop's response. */
async function payAnd(booking: () => Response) {
  let order = anOrder({ heldUntil: '2026-11-25T14:00:00Z' });
  serve(({ method, path }) => {
    if (path === '/create-payment-intent') return json({ clientSecret: 'pi_1_secret_a' });
    if (path.endsWith('/payment_methods')) return json({ id: 'pm_1' });
    if (path.endsWith('/confirm')) return json({ id: 'pi_1', status: 'succeeded' });
    if (method !== 'PATCH') return json(order);
    const answer = booking();
    if (answer.ok) order = { ...order, paid: true, state: 'paid', transactionId: 'pi_1' };
    return answer;
  });
  renderScreen(<PaymentPage />, { path: '/payment/:id', at: '/payment/order-1', person: marta });
  await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await userEvent.type(screen.getByLabelText('Expiry date, MM / YY'), '1234');
  await userEvent.type(screen.getByLabelText('Security code'), '123');
  const pay = screen.getByRole('button', { name: 'Pay' });
  await waitFor(() => {
    expect(pay).toBeEnabled();
  });
  expect(screen.queryByRole('link', { name: 'Back to your orders' })).toBeNull();
  await userEvent.click(pay);
}

describe('after a payment', () => {
  beforeEach(() => {
    loadPayments.mockResolvedValue(createSandboxStripe('pk', '/sandbox/v1'));
  });

  const CARD = ['Card number', 'Expiry date, MM / YY', 'Security code'];

  it('that the shop has recorded, paid replaces the card field, and the order is next', async () => {
    await payAnd(() => json({ acknowledged: true }));
    expect(await screen.findByText('successfully completed payment')).toBeVisible();
    expect(screen.getByText('paid')).toBeVisible();
    for (const label of CARD) expect(screen.queryByLabelText(label)).toBeNull();
    expect(screen.getByRole('button', { name: 'Pay' })).toBeDisabled();
    expect(await screen.findByRole('heading', { name: 'This order is paid' })).toBeVisible();
    expect(screen.queryByText(/^Confirm your payment/)).toBeNull();
    expect(screen.queryByText(/^Reserved/)).toBeNull();
    expect(screen.getByText('successfully completed payment')).toBeVisible();
    const receipt = screen.getByRole('link', { name: 'Order and receipt' });
    expect(receipt).toHaveAttribute('href', '/dashboard/orders/order-1');
    expect(receipt).toHaveClass('btn-primary');
    const back = screen.getByRole('link', { name: 'Back to your orders' });
    expect(back).toHaveAttribute('href', '/dashboard');
    expect(back).not.toHaveClass('btn-primary');
    expect(screen.queryByRole('link', { name: 'Back to the dashboard' })).toBeNull();
  });

  it('that the shop rejected, the card field is empty and the orders are next', async () => {
    await payAnd(() => problem(409, 'payment_given_back'));
    expect(await screen.findByText(/could not accept it/)).toBeVisible();
    for (const label of CARD) expect(screen.getByLabelText(label)).toHaveValue('');
    expect(screen.queryByText('paid')).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to your orders' })).toHaveClass('btn-primary');
    expect(screen.queryByRole('link', { name: 'Order and receipt' })).toBeNull();
  });

  it('that the provider has not finished, the page polls and switches to paid', async () => {
    const answers = [problem(402, 'payment_not_completed')];
    await payAnd(() => answers.shift() ?? json({ acknowledged: true }));
    const words = /^Your card was accepted. We are waiting for the payment provider/;
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay' })).toBeDisabled();
    await waitFor(() => {
      expect(screen.queryByText(words)).toBeNull();
    });
    expect(notify.success).toHaveBeenCalledWith('payment successful');
    expect(screen.getByText('successfully completed payment')).toBeVisible();
  });
});
