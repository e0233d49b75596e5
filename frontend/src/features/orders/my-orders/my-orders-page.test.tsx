import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { anOrder, deleted, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { notePaymentUnderWay } from '../../../lib/payments-under-way';
import { MyOrdersPage } from './my-orders-page';

vi.mock('../../../lib/firebase/auth', () => ({
  currentProof: () => Promise.resolve(null),
  signOut: () => Promise.resolve(),
}));
const notify = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const unpaid = anOrder();
const paid = anOrder({ _id: 'order-2', product: 'Oil filter', paid: true, transactionId: 'pi_7' });

const show = () =>
  renderScreen(<MyOrdersPage />, { path: '/dashboard', at: '/dashboard', person: marta });

describe('My Orders', () => {
  it('shows what is paid and what is not', async () => {
    const calls = serve(() => json([unpaid, paid]));
    show();
    expect(await screen.findByText('2 orders, 1 to pay')).toBeVisible();
    expect(calls[0]?.path).toBe(`/orders/${encodeURIComponent(marta.email)}`);
    const [, first, second] = screen.getAllByRole('row');
    if (!first || !second) throw new Error('rows are missing');
    for (const row of [first, second]) {
      expect(within(row).getByText(/^AP-7KQD-M2XW,/)).toHaveTextContent(/Nov 21, 2026/);
    }
    expect(within(first).getByRole('link', { name: /^pay/ })).toHaveAttribute(
      'href',
      '/payment/order-1',
    );
    expect(within(first).getByRole('button', { name: /^Delete/ })).toBeVisible();
    expect(within(second).getByText('paid')).toBeVisible();
    expect(within(second).getByText('Transaction pi_7')).toBeVisible();
    expect(within(second).queryByRole('button')).toBeNull();
    expect(
      within(second).getByRole('link', { name: 'Oil filter, order AP-7KQD-M2XW' }),
    ).toHaveAttribute('href', '/dashboard/orders/order-2');
  });

  it('explains where guest orders are', async () => {
    serve(() => json([]));
    show();
    expect(await screen.findByText('No orders yet')).toBeVisible();
    expect(
      screen.getByText(/^Orders that you placed as a guest are not listed here/),
    ).toBeVisible();
  });

  it('calls an order without a number by the end of its id', async () => {
    serve(() => json([anOrder({ number: undefined, _id: 'an-id-of-before' })]));
    show();
    expect(await screen.findByRole('link', { name: 'Alternator, order before' })).toBeVisible();
    expect(screen.getByText(/^Nov 21, 2026/)).toBeVisible();
  });

  it('shows the state of an order in words', async () => {
    serve(() =>
      json([
        anOrder({ heldUntil: '2026-11-22T09:30:00Z' }),
        anOrder({ _id: 'order-3', product: 'Coil', state: 'lapsed' }),
        anOrder({ _id: 'order-4', product: 'Radiator', state: 'refunded' }),
      ]),
    );
    show();
    expect(await screen.findByText('3 orders, 2 to pay')).toBeVisible();
    expect(screen.getByText(/^Reserved for you until Nov 22, 2026/)).toBeVisible();
    expect(screen.getByText('Reservation expired: pay while stock lasts')).toBeVisible();
    expect(screen.getByText('Your refund is on its way')).toBeVisible();
    const refunded = screen.getByText('refunded').closest('tr');
    if (!refunded) throw new Error('the row is missing');
    expect(within(refunded).queryByRole('button')).toBeNull();
    expect(within(refunded).queryByRole('link', { name: /^pay/ })).toBeNull();
  });

  it.each([
    ['inquiry', 'Transaction pi_7, your bank has asked us about it'],
    ['open', 'Transaction pi_7, your bank is holding it until the dispute is decided'],
    ['won', 'Transaction pi_7'],
    ['lost', 'Transaction pi_7, your bank has returned it to you'],
  ])('shows what the bank did to a payment: %s', async (dispute, words) => {
    serve(() => json([{ ...paid, dispute }]));
    show();
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('shows that an order is being paid, and polls until it is', async () => {
    notePaymentUnderWay(unpaid._id, 'pi_1');
    let orders: object[] = [unpaid];
    serve(() => json(orders));
    show();
    expect(await screen.findByText('1 order, 0 to pay')).toBeVisible();
    expect(screen.getByText('processing')).toBeVisible();
    expect(screen.getByText(/^Your card was accepted. We are waiting/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /^pay/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(screen.getByRole('link', { name: /^See your payment/ })).toHaveAttribute(
      'href',
      '/payment/order-1',
    );

    orders = [anOrder({ paid: true, transactionId: 'pi_1' })];
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
    expect(await screen.findByText('Transaction pi_1')).toBeVisible();
    expect(screen.getByText('paid')).toBeVisible();
    expect(screen.queryByText(/^Your card was accepted/)).toBeNull();
  });

  it('deletes after asking', async () => {
    let orders = [unpaid];
    serve(({ method }) => {
      if (method !== 'DELETE') return json(orders);
      orders = [];
      return json(deleted);
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }));
    const dialog = screen.getByRole('dialog', { name: 'Are your sure you want to delete?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No orders yet')).toBeVisible();
    expect(notify.success).toHaveBeenCalledWith('Order Deleted');
  });

  it('keeps an order that has been paid, and explains why', async () => {
    serve(({ method }) =>
      method === 'DELETE' ? problem(409, 'order_already_paid') : json([unpaid]),
    );
    show();
    await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText(/has since been paid or shipped/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'close' })).toHaveFocus();
  });

  it('distinguishes two orders of the same part', async () => {
    serve(() =>
      json([unpaid, anOrder({ _id: 'order-3', quantity: 12_000, totalPrice: 456000.5 })]),
    );
    show();
    expect(await screen.findByRole('link', { name: 'pay for Alternator, order 1' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'pay for Alternator, order 2' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete Alternator, order 1' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete Alternator, order 2' })).toBeVisible();
    expect(screen.getByText('12,000')).toBeVisible();
    expect(screen.getByText('$456,000.50')).toBeVisible();
  });

  it('can be retried when it does not load', async () => {
    const answers = [problem(503, 'unavailable'), json([])];
    serve(() => answers.shift() ?? json([]));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No orders yet')).toBeVisible();
  });

  it.each([401, 403])('signs out on %i', async (status) => {
    serve(() => problem(status, 'unauthenticated'));
    const store = show();
    await waitFor(() => {
      expect(store.getState().session.status).toBe('signed-out');
    });
  });
});
