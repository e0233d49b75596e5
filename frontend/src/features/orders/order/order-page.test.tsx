import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../api/contract/generated-types';
import { cartEdited } from '../../../lib/cart/cart-slice';
import { anOrder, anOrderRefund, deleted, idOf, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { OrderPage } from './order-page';

vi.mock('../../../lib/firebase/auth', () => ({
  currentProof: () => Promise.resolve(null),
  signOut: () => Promise.resolve(),
}));
vi.mock('../../../lib/config', () => ({
  knownConfig: { seller: { name: 'Vale Parts', address: ['1 Mill Road', 'Ely'], links: [] } },
}));
const notify = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

let store: ReturnType<typeof renderScreen>;
const open = (answer: () => Response) => {
  const calls = serve(({ method }) => (method === 'DELETE' ? json(deleted) : answer()));
  store = renderScreen(<OrderPage />, {
    path: '/dashboard/orders/:id',
    at: '/dashboard/orders/order-1',
    person: marta,
  });
  return calls;
};
const show = (facts: Partial<Order> = {}) => open(() => json(anOrder(facts)));

const steps = async () =>
  within(await screen.findByRole('list', { name: 'Progress of this order' }))
    .getAllByRole('listitem')
    .map((step) => `${step.dataset.is}: ${step.querySelector('b')?.textContent}`);

it('shows an order that its customer has withdrawn', async () => {
  show({ paid: true, withdrawnAt: '2026-07-02T10:00:00Z' });
  expect(await steps()).toEqual(['done: Ordered', 'done: Paid', 'done: Withdrawn', 'todo: Refund']);
});

const twoLines = [
  { part: 'part-1', product: 'Alternator', quantity: 10, unitPrice: 38.5 },
  { part: 'part-2', product: 'Oil filter', quantity: 1, unitPrice: 12 },
];

describe('the page of an order', () => {
  it('shows the lines, the total and the delivery address', async () => {
    const calls = show({ lines: twoLines, quantity: 11, totalPrice: 397 });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Order AP-7KQD-M2XW',
    );
    expect(calls[0]?.path).toBe('/order/order-1');
    expect(document.title).toBe('Order AP-7KQD-M2XW | Autoparts');
    expect(screen.getByRole('heading', { name: '2 parts, 11 pieces' })).toBeVisible();
    expect(screen.getByText('10 × $38.50')).toBeVisible();
    expect(screen.getByText('$385')).toBeVisible();
    expect(screen.getByText('$397')).toBeVisible();
    expect(screen.getByText(/12 Harbor Street/)).toHaveTextContent('207 555 0173');
    const lines = within(screen.getByRole('region', { name: '2 parts, 11 pieces' }));
    expect(lines.getByRole('link', { name: 'Oil filter' })).toHaveAttribute('href', '/shop/part-2');
  });

  it('shows other charges, the shipping method and the address line by line', async () => {
    const shares = [
      { core: 6, discount: 48.5, tax: 20 },
      { discount: 1.5, tax: 0.5 },
    ];
    show({
      lines: twoLines.map((line, position) => ({ ...line, ...shares[position] })),
      quantity: 11,
      shipping: 18.4,
      shippingMethod: 'Ground',
      shippingTax: 1,
      totalPrice: 446.9,
      address: 'Marta Lindqvist, 12 Harbor Street, Portland, ME 04101, US',
      destination: {
        recipient: 'North Garage',
        line1: '12 Harbor Street',
        line2: 'Gate 2',
        city: 'Portland',
        region: 'ME',
        postalCode: '04101',
        country: 'US',
      },
    });
    const lines = await screen.findByRole('region', { name: '2 parts, 11 pieces' });
    const rows = Array.from(lines.querySelectorAll('.amounts > div'), (row) => row.textContent);
    expect(rows).toEqual([
      'Parts$397',
      'Core charge (refundable)$60',
      'Coupon−$50',
      'Ground$18.40',
      'Tax$21.50',
    ]);
    expect(within(lines).getByText('+ $60 core charge')).toBeVisible();
    expect(within(lines).getByText('$446.90')).toBeVisible();
    const recipient = screen.getByRole('region', { name: 'Ships to' });
    expect(recipient.querySelector('address')?.textContent.split('\n')).toEqual([
      'North Garage',
      '12 Harbor Street',
      'Gate 2',
      'Portland, ME 04101',
      'United States',
      '207 555 0173',
    ]);
    expect(within(recipient).getByText('By Ground')).toBeVisible();
  });

  it('shows only the total when nothing else was charged', async () => {
    show();
    await steps();
    expect(screen.queryByText('Parts')).toBeNull();
    expect(screen.queryByText('Tax')).toBeNull();
  });

  it('calls an order without a number by the end of its id', async () => {
    show({ number: undefined });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Order rder-1');
  });

  it.each<[string[], Partial<Order>]>([
    [['done: Ordered', 'todo: Payment', 'later: Shipped'], {}],
    [['done: Ordered', 'done: Paid', 'todo: Shipping'], { paid: true }],
    [['done: Ordered', 'done: Paid', 'done: Shipped'], { paid: true, status: 'shipped' }],
    [['done: Ordered', 'todo: Payment', 'done: Shipped'], { status: 'shipped' }],
    [
      ['done: Ordered', 'done: Paid', 'done: Shipped', 'later: Returnable until'],
      { paid: true, status: 'shipped', shippedAt: '2026-11-01T10:00:00Z' },
    ],
    [['done: Ordered', 'done: Paid', 'done: Refunded'], { state: 'refunded' }],
  ])('shows its progress: %s', async (expected, facts) => {
    show(facts);
    expect(await steps()).toEqual(expected);
  });

  it('gives times in readable and machine-readable form', async () => {
    show({ paid: true, paidAt: '2026-11-21T10:00:00Z', transactionId: 'pi_7' });
    await steps();
    const [ordered, paid] = screen
      .getAllByText(/Nov 21, 2026, /, { selector: 'time' })
      .map((time) => time.getAttribute('datetime'));
    expect([ordered, paid]).toEqual(['2026-11-21T09:30:00Z', '2026-11-21T10:00:00Z']);
    expect(screen.getByText('Transaction pi_7')).toBeVisible();
  });

  it.each<[RegExp, Partial<Order>]>([
    [/^Reserved for you until/, { heldUntil: '2026-11-22T09:30:00Z' }],
    [/^Reservation expired/, { state: 'lapsed' }],
    [/^Your refund is on its way/, { state: 'refunded' }],
    [/your bank is holding it/, { paid: true, transactionId: 'pi_7', dispute: 'open' }],
  ])('describes the payment state in words: %s', async (words, facts) => {
    show(facts);
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('copies the tracking number', async () => {
    const user = userEvent.setup();
    show({ paid: true, status: 'shipped', carrier: 'Northline', trackingNumber: 'NL 88 34' });
    expect(await screen.findByText('Northline')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy the tracking number' }));
    expect(await screen.findByText('copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('NL 88 34');
  });

  it('offers to pay and to delete while it is unpaid', async () => {
    show();
    expect(await screen.findByRole('link', { name: 'pay' })).toHaveAttribute(
      'href',
      '/payment/order-1',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Are your sure you want to delete?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('now at /dashboard')).toBeVisible();
    expect(notify.success).toHaveBeenCalledWith('Order Deleted');
  });

  it('offers neither once it is paid', async () => {
    show({ paid: true, transactionId: 'pi_7' });
    await steps();
    expect(screen.queryByRole('link', { name: 'pay' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('links to the order form of its part', async () => {
    show();
    expect(await screen.findByRole('link', { name: 'Order again' })).toHaveAttribute(
      'href',
      '/purchase/part-1?quantity=10',
    );
  });

  it('adds several parts to the cart again, next to its other lines', async () => {
    show({ lines: twoLines });
    const before = { part: 'part-1', quantity: 2 };
    act(() => {
      store.dispatch(cartEdited([before]));
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Order again' }));
    expect(store.getState().cart.lines).toEqual([
      { part: 'part-1', quantity: 12 },
      { part: 'part-2', quantity: 1 },
    ]);
    expect(screen.getByText('now at /cart')).toBeVisible();
  });

  it('reports when several parts do not fit into the cart', async () => {
    show({ lines: twoLines });
    const full = Array.from({ length: 99 }, (_, number) => ({ part: idOf(number), quantity: 1 }));
    act(() => {
      store.dispatch(cartEdited(full));
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Order again' }));
    expect(store.getState().cart.lines).toEqual(full);
    expect(notify.error).toHaveBeenCalledWith(
      'Your cart can hold 100 parts at most, so these cannot be added.',
    );
  });

  it.each<[string, string, Partial<Order>]>([
    ['Print order summary', 'Order summary. Not paid', {}],
    ['Print order summary', 'Order summary. Not paid', { status: 'shipped' }],
    ['Print receipt', 'Receipt. Paid', { paid: true }],
    ['Print receipt', 'Receipt. Refunded', { state: 'refunded' }],
  ])('prints a receipt once it is paid: %s, %s', async (button, words, facts) => {
    const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
    show(facts);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    expect(print).toHaveBeenCalledOnce();
    expect(screen.getByText(words)).toHaveClass('print-only');
    expect(screen.getByText('Vale Parts, 1 Mill Road, Ely')).toHaveClass('print-only');
    print.mockRestore();
  });

  it('shows refunds and the net amount under the total', async () => {
    show({ paid: true, totalPrice: 550, refundedAmount: 79 });
    const lines = await screen.findByRole('region', { name: '1 part, 10 pieces' });
    const rows = Array.from(lines.querySelectorAll('.total ~ .amounts > div'));
    expect(rows.map((row) => row.textContent)).toEqual(['Refunded−$79', 'You paid$471']);
  });

  it('omits the net amount when everything was refunded', async () => {
    show({ state: 'refunded', totalPrice: 550, refundedAmount: 550 });
    expect(await screen.findByText('−$550')).toBeVisible();
    expect(screen.queryByText('You paid')).toBeNull();
  });

  it('shows the customer what was refunded, and for which lines', async () => {
    const lines = twoLines.map((line, index) =>
      index === 0 ? { ...line, core: 6, kept: 7, coresReturned: 1 } : line,
    );
    show({
      lines,
      quantity: 11,
      refunds: [anOrderRefund({ amount: 115.5, reason: 'returned', done: true })],
    });
    const refunds = within(await screen.findByRole('region', { name: 'Refunds' }));
    expect(refunds.getByText('$115.50')).toBeVisible();
    const ordered = within(screen.getByRole('region', { name: '2 parts, 11 pieces' }));
    expect(ordered.getByText('3 of 10 refunded')).toBeVisible();
    expect(ordered.getByText('core charge of 1 paid back')).toBeVisible();
  });

  it('is visible to an admin, without the customer’s actions', async () => {
    show({ email: 'ada@garage.example' });
    await steps();
    for (const name of ['pay', 'Order again']) {
      expect(screen.queryByRole('link', { name })).toBeNull();
    }
    expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Manage Orders' })).toBeVisible();
  });

  it('shows an admin on a phone the delivery address first', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    serve(({ path }) =>
      json(path.startsWith('/admin/') ? { admin: true } : anOrder({ email: 'ada@garage.example' })),
    );
    renderScreen(<OrderPage />, { path: '/orders/:id', at: '/orders/order-1', person: marta });
    await screen.findByRole('region', { name: 'For admins' });
    const recipient = screen.getByRole('region', { name: 'Ships to' });
    expect(recipient.previousElementSibling).toBe(screen.getByRole('banner'));
    vi.unstubAllGlobals();
  });

  it.each([403, 404])('says that the order does not exist: %i', async (status) => {
    open(() => problem(status, 'not_found'));
    expect(await screen.findByRole('heading', { name: 'There is no such order' })).toBeVisible();
  });

  it('can be retried when it does not load', async () => {
    const answers = [problem(503, 'unavailable'), json(anOrder())];
    open(() => answers.shift() ?? json(anOrder()));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await steps()).toHaveLength(3);
  });

  it('signs out when the session has expired', async () => {
    open(() => problem(401, 'unauthenticated'));
    await waitFor(() => {
      expect(screen.getByText('signed out')).toBeVisible();
    });
  });
});
