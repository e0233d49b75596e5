import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order, Return } from '../../api/contract/generated-types';
import { orderOpened } from '../../lib/session/order-links';
import { anAgreedFit, anOrder, anOrderRefund, aPart, aReturn, marta } from '../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../testing/test-shop';
import { OrderReturns } from './order-returns';

const SHIPPED = '2026-11-01T23:30:00Z';
const shipped = (facts: Partial<Order> = {}) =>
  anOrder({ paid: true, status: 'shipped', shippedAt: SHIPPED, ...facts });
const alternators = {
  part: 'part-1',
  product: 'Alternator',
  quantity: 10,
  kept: 8,
  unitPrice: 38.5,
};
const filter = { part: 'part-2', product: 'Oil filter', quantity: 1, unitPrice: 12 };
const twoLines = [alternators, filter];

interface Scene {
  order?: Order;
  returns?: Return[];
  isOwn?: boolean;
  /** The response to the request of a return, or to its cancellation. */
  answer?: (call: Call) => Response;
}

function show({ order = shipped(), returns = [], isOwn = true, answer }: Scene = {}) {
  const listed = [...returns];
  const calls = serve((call) =>
    call.method === 'GET' ? json(listed) : (answer?.(call) ?? json({})),
  );
  renderScreen(<OrderReturns order={order} isOwn={isOwn} />, {
    path: '/order',
    at: '/order',
    person: marta,
  });
  return { calls, listed };
}
const sent = (calls: Call[]) =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ path, body }) => [path, JSON.parse(body) as unknown]);
const openForm = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Return parts' }));
  return within(screen.getByRole('dialog', { name: 'Return parts' }));
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('requesting a return', () => {
  it('takes one piece of a line in four presses', async () => {
    const { calls, listed } = show({
      order: shipped({ lines: twoLines }),
      answer: () => {
        listed.push(aReturn());
        return json(aReturn(), 201);
      },
    });
    const form = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'One more Alternator' }));
    await userEvent.click(form.getByRole('radio', { name: 'It does not fit' }));
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    const news = await screen.findByText('Your request was sent. We will email you our answer.');
    expect(news.closest('.returns-news')).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(calls)).toEqual([
      ['/order/order-1/returns', { lines: [{ line: 1, pieces: 1 }], reason: 'does_not_fit' }],
    ]);
    expect(await screen.findByText('RT-7KQD-M2XW')).toBeVisible();
  });

  it('presets a single piece, and sends the note', async () => {
    const order = shipped({ lines: [{ ...alternators, kept: 1 }] });
    const { calls } = show({ order, answer: () => json(aReturn(), 201) });
    const form = await openForm();
    expect(form.getByLabelText('Pieces to return of Alternator')).toHaveValue('1');
    await userEvent.click(form.getByRole('radio', { name: 'I do not need it' }));
    await userEvent.type(form.getByLabelText('What should we know? (optional)'), ' Unopened ');
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    await waitFor(() => {
      expect(sent(calls)[0]?.[1]).toEqual({
        lines: [{ line: 1, pieces: 1 }],
        reason: 'not_needed',
        note: 'Unopened',
      });
    });
  });

  it('offers the pieces that are neither refunded nor in an open return', async () => {
    show({
      order: shipped({ lines: twoLines }),
      returns: [aReturn(), aReturn({ _id: 'return-2', state: 'declined' })],
    });
    const form = await openForm();
    const pieces = form.getByLabelText('Pieces to return of Alternator');
    expect(pieces).toHaveAccessibleDescription('6 pieces can be returned');
    await userEvent.clear(pieces);
    await userEvent.type(pieces, '7');
    await userEvent.click(form.getByRole('radio', { name: 'It arrived damaged' }));
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    expect(await form.findByText('pieces must be from 0 to 6')).toBeVisible();
  });

  it('needs a piece and a reason', async () => {
    const { calls } = show();
    const form = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    expect(await form.findByText('choose a reason')).toBeVisible();
    await userEvent.click(form.getByRole('radio', { name: 'It does not fit' }));
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    expect(await form.findByText('Choose at least one piece to return.')).toBeVisible();
    expect(sent(calls)).toEqual([]);
  });

  it('shows until when to send the parts if it is approved at once', async () => {
    const approved = aReturn({ state: 'approved', arrivesBy: '2026-12-21T12:00:00Z' });
    show({ answer: () => json(approved, 201) });
    const form = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'One more Alternator' }));
    await userEvent.click(form.getByRole('radio', { name: 'It does not fit' }));
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    const [news] = await screen.findAllByRole('status');
    expect(news).toHaveTextContent(
      'Approved. Print the return slip and send the parts back by Dec 21, 2026.',
    );
  });

  it.each<[Response, RegExp]>([
    [problem(409, 'return_window_over'), /^The time for returning one of these parts is over\./],
    [problem(409, 'not_returnable'), /only if something is wrong with it\./],
    [problem(409, 'pieces_not_kept'), /^Fewer pieces can be returned now/],
    [problem(409, 'payment_disputed'), /^The payment of this order is disputed/],
    [problem(409, 'order_not_shipped'), /has not been shipped yet/],
    [problem(409, 'too_many_returns'), /too many returns\. Please write to us\./],
    [problem(429, 'rate_limited'), /^Too many attempts/],
    [problem(503, 'outcome_unknown'), /^We could not confirm .* Your request may have arrived/],
  ])('explains a refusal in the form', async (answer, words) => {
    show({ answer: () => answer });
    const form = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'One more Alternator' }));
    await userEvent.click(form.getByRole('radio', { name: 'It does not fit' }));
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    expect(await form.findByRole('alert')).toHaveTextContent(words);
  });

  it.each<[string, Partial<Order>, Return[]]>([
    [
      'The time for returning these parts is over. It ended on',
      { shippedAt: '2026-08-22T23:59:59Z' },
      [],
    ],
    [
      'All pieces of this order were refunded or are being',
      { lines: [{ ...filter, kept: 0 }] },
      [],
    ],
    ['The payment of this order is disputed', { dispute: 'open' }, []],
    ['This order was refunded', { state: 'refunded' }, [aReturn({ state: 'refunded' })]],
  ])('is not offered: %s', async (words, facts, returns) => {
    show({ order: shipped(facts), returns });
    expect(await screen.findByText(new RegExp(`^${words}`))).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Return parts' })).toBeNull();
  });

  it('is offered on the last day, and later to admins', async () => {
    show({ order: shipped({ shippedAt: '2026-08-23T00:00:00Z' }) });
    expect(await screen.findByRole('button', { name: 'Return parts' })).toBeVisible();
  });

  it('is offered to admins after the time is over', async () => {
    show({ order: shipped({ shippedAt: '2026-01-01T00:00:00Z' }), isOwn: false });
    expect(await screen.findByRole('button', { name: 'Return parts' })).toBeVisible();
  });

  it('takes back only faulty pieces between a line’s own days and those of the shop', async () => {
    const returns = { days: 7, returnable: true, shippingPaidBy: 'customer' } as const;
    show({ order: shipped({ lines: [{ ...alternators, returns }, filter] }) });
    const form = await openForm();
    expect(form.getByLabelText('Pieces to return of Alternator')).toHaveAccessibleDescription(
      '8 pieces can be returned, only if something is wrong with it',
    );
    await userEvent.click(form.getByRole('button', { name: 'One more Alternator' }));
    await userEvent.click(form.getByRole('radio', { name: 'I do not need it' }));
    expect(
      form.getByText('Alternator can be returned only if something is wrong with it.'),
    ).toBeVisible();
    expect(form.queryByText(/return shipping/)).toBeNull();
  });

  it('offers only lines whose own days are not over', async () => {
    const returns = { days: 120, returnable: true, shippingPaidBy: 'customer' } as const;
    const lines = [{ ...alternators, returns }, filter];
    show({ order: shipped({ lines, shippedAt: '2026-08-01T00:00:00Z' }) });
    const form = await openForm();
    expect(form.getByText('Alternator')).toBeVisible();
    expect(form.queryByText('Oil filter')).toBeNull();
  });

  it('says which lines are returned only if something is wrong with them', async () => {
    const lines = [{ ...filter, returns: { days: 90, returnable: false } }];
    const { calls } = show({ order: shipped({ lines }), answer: () => json(aReturn(), 201) });
    const form = await openForm();
    const hint = '1 piece can be returned, only if something is wrong with it';
    expect(form.getByLabelText('Pieces to return of Oil filter')).toHaveAccessibleDescription(hint);
    await userEvent.click(form.getByRole('radio', { name: 'I do not need it' }));
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    expect(
      await form.findByText('this part can be returned only if something is wrong with it'),
    ).toBeVisible();
    expect(sent(calls)).toEqual([]);
    await userEvent.click(form.getByRole('radio', { name: 'It arrived damaged' }));
    await userEvent.click(form.getByRole('button', { name: 'Send request' }));
    await waitFor(() => {
      expect(sent(calls)).toHaveLength(1);
    });
  });

  it('states who pays for sending back what is not needed', async () => {
    const returns = { days: 90, returnable: true, shippingPaidBy: 'shop' } as const;
    show({ order: shipped({ lines: [alternators, { ...filter, returns }] }) });
    const form = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'One more Oil filter' }));
    expect(form.queryByText(/return shipping/)).toBeNull();
    await userEvent.click(form.getByRole('radio', { name: 'I do not need it' }));
    expect(form.getByText('We pay for return shipping.')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'One more Alternator' }));
    expect(form.getByText('You pay for return shipping of Alternator.')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'One less Oil filter' }));
    expect(form.getByText('You pay for return shipping.')).toBeVisible();
  });

  it('shows the restocking fee that the shop computes before the request is sent', async () => {
    const returns = {
      days: 90,
      returnable: true,
      shippingPaidBy: 'customer',
      restockingPercent: 15,
    } as const;
    const { calls } = show({
      order: shipped({ lines: [{ ...filter, returns }] }),
      answer: () => json({ refund: 10.2, fee: 1.8 }),
    });
    const form = await openForm();
    await userEvent.click(form.getByRole('radio', { name: 'I do not need it' }));
    expect(await form.findByText(/^We deduct a restocking fee of/)).toHaveTextContent(
      'We deduct a restocking fee of $1.80 and refund $10.20 once the parts have arrived.',
    );
    expect(sent(calls)).toEqual([
      ['/order/order-1/return-previews', { lines: [{ line: 1, pieces: 1 }], reason: 'not_needed' }],
    ]);
    await userEvent.click(form.getByRole('radio', { name: 'It arrived damaged' }));
    expect(form.queryByText(/restocking fee/)).toBeNull();
  });

  it.each<[string, Response, RegExp]>([
    ['a refusal', problem(409, 'payment_disputed'), /^The payment of this order is disputed/],
    [
      'an error',
      problem(500, 'internal'),
      /^Something went wrong on our side\. Try again in a moment\.$/,
    ],
  ])('says why the fee is not known: %s', async (_, answer, words) => {
    const returns = {
      days: 90,
      returnable: true,
      shippingPaidBy: 'customer',
      restockingPercent: 15,
    } as const;
    show({ order: shipped({ lines: [{ ...filter, returns }] }), answer: () => answer.clone() });
    const form = await openForm();
    await userEvent.click(form.getByRole('radio', { name: 'I do not need it' }));
    expect(await form.findByText(words)).toBeVisible();
  });

  it.each<Partial<Order>>([{ paid: true }, { status: 'shipped' }])(
    'has no section before the order is shipped and paid: %j',
    (facts) => {
      const { calls } = show({ order: anOrder(facts) });
      expect(screen.queryByRole('heading', { name: 'Returns' })).toBeNull();
      expect(calls).toEqual([]);
    },
  );
});

describe('the returns of an order', () => {
  const list = async () =>
    within(await screen.findByRole('list', { name: 'Returns of this order' }));

  it('shows the state, the pieces, the reason, the answer and the refund', async () => {
    show({
      returns: [
        aReturn({
          state: 'refunded',
          note: 'Too long',
          answer: 'Sorry for the trouble.',
          refund: anOrderRefund({ amount: 77, done: true, reason: 'returned' }),
        }),
      ],
    });
    const returns = await list();
    expect(returns.getByText('The parts have arrived and are refunded.')).toBeVisible();
    expect(returns.getByText(/× Alternator/)).toHaveTextContent('2 × Alternator');
    expect(returns.getByText(/Reason: It does not fit/)).toHaveTextContent('Too long');
    expect(returns.getByText('Our answer: Sorry for the trouble.')).toBeVisible();
    expect(returns.getByText(/^Refund:/)).toHaveTextContent('Refund: $77');
    expect(returns.queryByText(/^We found:/)).toBeNull();
    expect(returns.queryByText(/restocking fee/)).toBeNull();
    expect(returns.queryByRole('button')).toBeNull();
    expect(returns.queryByRole('link')).toBeNull();
  });

  it('shows the reason that the shop found next to the one of the customer', async () => {
    show({
      returns: [aReturn({ state: 'refunded', reason: 'damaged', foundReason: 'not_needed' })],
    });
    const returns = await list();
    expect(returns.getByText(/Reason: It arrived damaged/)).toBeVisible();
    expect(returns.getByText('We found: Not needed')).toBeVisible();
  });

  it('shows the restocking fee, before and after the refund', async () => {
    const refund = anOrderRefund({ amount: 65.45, fee: 11.55, done: true, reason: 'returned' });
    show({
      returns: [
        aReturn({ reason: 'not_needed', fee: 11.55 }),
        aReturn({ _id: 'return-2', reason: 'not_needed', state: 'refunded', refund }),
      ],
    });
    const returns = await list();
    expect(returns.getByText(/^A restocking fee/)).toHaveTextContent(
      'A restocking fee of $11.55 will be deducted from the refund.',
    );
    expect(returns.getByText(/^Refund:/)).toHaveTextContent(
      'Refund: $65.45, after a restocking fee of $11.55',
    );
  });

  it('offers the slip of an approved return, with its deadline', async () => {
    show({
      returns: [
        aReturn({ state: 'approved', arrivesBy: '2026-12-21T12:00:00Z' }),
        aReturn({ _id: 'return-2', number: 'RT-2222-2222' }),
      ],
    });
    const returns = await list();
    expect(returns.getByText(/They have to arrive by/)).toHaveTextContent('by Dec 21, 2026.');
    expect(returns.getByRole('link', { name: 'Print return slip' })).toHaveAttribute(
      'href',
      '/dashboard/returns/return-1/slip',
    );
    expect(returns.getAllByRole('button')).toHaveLength(2);
  });

  it('can be canceled by the holder of the order’s link', async () => {
    orderOpened('order-1', 'link-1', 'link-token');
    const { calls } = show({
      returns: [aReturn({ state: 'approved' })],
      answer: () => json(aReturn({ state: 'canceled' })),
    });
    const returns = await list();
    expect(returns.getByRole('link', { name: 'Print return slip' })).toHaveAttribute(
      'href',
      '/my-order/order-1/returns/return-1/slip',
    );
    await userEvent.click(returns.getByRole('button', { name: 'Cancel return RT-7KQD-M2XW' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel this return?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel return' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(sent(calls)).toEqual([['/returns/return-1', { decision: 'cancel' }]]);
    expect(new Set(calls.map(({ headers }) => headers.get('authorization')))).toEqual(
      new Set(['Bearer link-token']),
    );
    expect(screen.getByRole('heading', { name: 'Returns' })).toHaveFocus();
  });

  it('explains why it was not canceled', async () => {
    show({ returns: [aReturn()], answer: () => problem(409, 'return_state') });
    const returns = await list();
    await userEvent.click(returns.getByRole('button', { name: /^Cancel return/ }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel return' }));
    expect(await dialog.findByText(/^This return has changed in the meantime/)).toBeVisible();
  });

  it('can be retried when it did not load', async () => {
    const answers = [problem(503, 'unavailable'), json([aReturn()])];
    serve(() => answers.shift() ?? json([]));
    renderScreen(<OrderReturns order={shipped()} isOwn />, { path: '/', at: '/', person: marta });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('RT-7KQD-M2XW')).toBeVisible();
  });
});

describe('the right part instead', () => {
  const fit = anAgreedFit();
  const order = shipped({ lines: [{ ...alternators, fit }, filter] });
  const offer = (returned: Partial<Return>) => {
    const calls = serve(({ path }) => {
      if (path === '/parts/part-1') return json(aPart({ category: 'alternators' }));
      if (path.startsWith('/search')) {
        const other = aPart({ _id: 'part-9', title: 'Alternator, 150 A' });
        return json({ parts: [aPart(), other], total: 2, facets: [], numbers: [] });
      }
      return json([aReturn(returned)]);
    });
    const store = renderScreen(<OrderReturns order={order} isOwn />, {
      path: '/order',
      at: '/order',
      person: marta,
    });
    return { calls, store };
  };

  it('offers others of the category for the car, and adds one with a press', async () => {
    const { calls, store } = offer({ state: 'approved' });
    const list = await screen.findByRole('list', { name: `Similar parts for your ${fit.name}` });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    const search = calls.find(({ path }) => path === '/search');
    expect(Object.fromEntries(search?.query ?? [])).toMatchObject({
      category: 'alternators',
      vehicle: fit.vehicle,
      inStock: 'true',
    });
    await userEvent.click(within(list).getByRole('button', { name: /^Add to cart/ }));
    expect(store.getState().cart.lines).toMatchObject([{ part: 'part-9', vehicle: fit.vehicle }]);
  });

  it.each([
    ['of an undecided return', { state: 'requested' }],
    ['of a part that is not needed', { state: 'approved', reason: 'not_needed' }],
    [
      'of a line without a car',
      { state: 'approved', lines: [{ line: 2, part: 'part-2', product: 'Oil filter', pieces: 1 }] },
    ],
  ] satisfies [string, Partial<Return>][])('is not offered %s', async (_, returned) => {
    const { calls } = offer(returned);
    expect(await screen.findByText('RT-7KQD-M2XW')).toBeVisible();
    expect(calls.map(({ path }) => path)).toEqual(['/order/order-1/returns']);
  });
});
