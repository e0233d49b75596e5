import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../api/contract/generated-types';
import { anOrder, gina, marta } from '../../../testing/fixtures';
import { comeAsGuest, json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { CheckoutPage } from './checkout-page';

vi.mock('../../../ui/messages/notify', () => ({
  notify: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));

const HELD = { _id: 'order-2', number: 'AP-OPEN-2222', heldUntil: '2026-11-21T11:30:00Z' };

/** The checkout with an empty cart, for a customer who has placed these orders. */
function open(orders: Order[], { person = marta }: { person?: typeof marta | null } = {}) {
  let left = orders;
  const calls = serve(({ method, path }) => {
    if (method === 'DELETE') {
      left = left.filter((order) => !path.endsWith(order._id));
      return json({ deletedCount: 1 });
    }
    return json(left);
  });
  const store = renderScreen(<CheckoutPage />, { path: '/checkout', at: '/checkout', person });
  return { calls, store };
}

describe('the checkout of an empty cart', () => {
  it('links back from an unpaid payment to the reserved order', async () => {
    const paid = anOrder({ _id: 'order-3', paid: true });
    open([paid, anOrder(HELD), anOrder({ _id: 'order-1' })]);
    expect(
      await screen.findByRole('heading', { name: 'Your order is not paid yet' }),
    ).toBeVisible();
    expect(screen.queryByText('Your cart is empty')).toBeNull();
    expect(screen.getByText('AP-OPEN-2222')).toBeVisible();
    expect(screen.getByText(/^Reserved for you until/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Pay' })).toHaveAttribute('href', '/payment/order-2');
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute(
      'href',
      '/dashboard/orders/order-2',
    );
  });

  it('deletes that order, after which the cart is empty', async () => {
    open([anOrder(HELD)]);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  });

  it('does the same for a guest', async () => {
    const { store } = open([anOrder({ ...HELD, email: gina.email })], { person: null });
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    act(() => {
      comeAsGuest(store, gina);
    });
    expect(await screen.findByRole('link', { name: 'Pay' })).toHaveAttribute(
      'href',
      '/payment/order-2',
    );
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute(
      'href',
      '/my-order/order-2',
    );
  });

  it('shows that the cart is empty when nothing is reserved', async () => {
    open([anOrder({ ...HELD, state: 'lapsed' }), anOrder({ _id: 'order-3', paid: true })]);
    expect(await screen.findByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  });

  it('reports that the orders did not load, and retries', async () => {
    let answer = () => problem(503, 'unavailable');
    serve(() => answer());
    renderScreen(<CheckoutPage />, { path: '/checkout', at: '/checkout', person: marta });
    expect(await screen.findByRole('heading', { name: 'Your orders did not load' })).toBeVisible();
    expect(screen.queryByText('Your cart is empty')).toBeNull();
    answer = () => json([anOrder(HELD)]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Pay' })).toBeVisible();
  });
});
