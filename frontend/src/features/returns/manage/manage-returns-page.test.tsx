import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Return } from '../../../api/contract/generated-types';
import { anOrderRefund, aReturn, marta } from '../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { ManageReturnsPage } from './manage-returns-page';

const line = { line: 1, part: 'part-1', product: 'Alternator', pieces: 2 };
const three = [
  line,
  { ...line, line: 2, product: 'Coil', pieces: 4 },
  { ...line, line: 4, product: 'Oil filter', pieces: 1 },
];

function show(returns: Return[], search = '', decide: (call: Call) => Response = () => json({})) {
  const calls = serve((call) => {
    if (call.path === '/return-counts') return json({ requested: 2, approved: 1 });
    return call.method === 'GET' ? json(returns) : decide(call);
  });
  renderScreen(<ManageReturnsPage />, { path: '/returns', at: `/returns${search}`, person: marta });
  return calls;
}
const listed = (calls: Call[]) =>
  calls
    .filter(({ path }) => path === '/returns')
    .map(({ query }) => Object.fromEntries(query.entries()));
const sent = (calls: Call[]) =>
  calls
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body }) => [path, JSON.parse(body) as unknown]);

describe('Manage Returns', () => {
  it('lists the returns to decide', async () => {
    const calls = show([aReturn({ note: 'Too long' })]);
    const row = within(await screen.findByRole('row', { name: /RT-7KQD-M2XW/ }));
    expect(row.getByRole('link', { name: 'AP-7KQD-M2XW' })).toHaveAttribute(
      'href',
      '/dashboard/orders/order-1',
    );
    expect(row.getByText(marta.name)).toBeVisible();
    expect(row.getByText(/× Alternator/)).toHaveTextContent('2 × Alternator');
    expect(row.getByText('Does not fit')).toBeVisible();
    expect(row.getByText('Too long')).toBeVisible();
    expect(row.getByText('requested')).toBeVisible();
    expect(listed(calls)).toEqual([{ state: 'requested', limit: '50' }]);
    expect(screen.getByText(/to decide, /)).toHaveTextContent('2 to decide, 1 to receive');
  });

  it('filters by state', async () => {
    const calls = show([aReturn({ state: 'approved' })]);
    const views = within(screen.getByRole('navigation', { name: 'Which returns' }));
    await userEvent.click(views.getByRole('link', { name: 'To receive' }));
    await userEvent.click(views.getByRole('link', { name: 'All' }));
    await waitFor(() => {
      expect(listed(calls)).toEqual([
        { state: 'requested', limit: '50' },
        { state: 'approved', limit: '50' },
        { limit: '50' },
      ]);
    });
  });

  it('opens the return of a scanned slip, in any state', async () => {
    const calls = show([aReturn({ state: 'approved' })], '?number=RT-7KQD-M2XW');
    expect(await screen.findByRole('button', { name: 'Receive RT-7KQD-M2XW' })).toBeVisible();
    expect(listed(calls)).toEqual([{ number: 'RT-7KQD-M2XW', limit: '50' }]);
    const search = screen.getByLabelText('Search returns');
    expect(search).toHaveValue('RT-7KQD-M2XW');
    await userEvent.clear(search);
    await userEvent.type(search, 'RT-7{Enter}');
    expect(await screen.findByText('Search by the full number on the slip.')).toBeVisible();
  });

  it('loads more when a page is full', async () => {
    const many = Array.from({ length: 50 }, (_, at) =>
      aReturn({ _id: `return-${at}`, state: 'canceled' }),
    );
    const last = aReturn({ _id: 'return-50', number: 'RT-2222-2222' });
    const pages = [json(many), json([last])];
    const calls = serve(({ path }) =>
      path === '/returns' ? (pages.shift() ?? json([])) : json({ requested: 1, approved: 0 }),
    );
    renderScreen(<ManageReturnsPage />, { path: '/', at: '/?show=all', person: marta });
    await userEvent.click(await screen.findByText('Show more'));
    expect(await screen.findByText('RT-2222-2222')).toBeVisible();
    expect(listed(calls).at(-1)).toEqual({ after: 'return-49', limit: '50' });
  });

  it.each<[Return['state'], string[]]>([
    ['requested', ['Approve', 'Decline', 'Receive']],
    ['approved', ['Receive']],
    ['declined', ['Approve']],
    ['expired', ['Receive', 'Approve']],
    ['refunded', []],
    ['canceled', []],
  ])('offers what the state allows: %s', async (state, actions) => {
    show([aReturn({ state })]);
    const row = within(await screen.findByRole('row', { name: /RT-7KQD-M2XW/ }));
    expect(row.queryAllByRole('button').map((button) => button.textContent)).toEqual(actions);
  });

  it('explains an empty list', async () => {
    show([]);
    expect(await screen.findByText('No returns to decide')).toBeVisible();
  });
});

describe('deciding about a return', () => {
  const act = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `${name} RT-7KQD-M2XW` }));
    return within(screen.getByRole('dialog'));
  };

  it('approves it without an answer', async () => {
    const calls = show([aReturn()], '', () => json(aReturn({ state: 'approved' })));
    const dialog = await act('Approve');
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    const news = await screen.findByText(/is approved\./);
    expect(news).toHaveTextContent(`RT-7KQD-M2XW is approved. We emailed ${marta.name}.`);
    expect(news.closest('.returns-news')).toHaveFocus();
    expect(sent(calls)).toEqual([['/returns/return-1', { decision: 'approve' }]]);
  });

  it('declines it only with an answer', async () => {
    const calls = show([aReturn()], '', () => json(aReturn({ state: 'declined' })));
    const dialog = await act('Decline');
    await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await dialog.findByText('answer is required')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox'), 'It was mounted. ');
    await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText(/is declined\./)).toBeVisible();
    expect(sent(calls)).toEqual([
      ['/returns/return-1', { decision: 'decline', answer: 'It was mounted.' }],
    ]);
  });

  it('receives three lines in two clicks, and shows the refund', async () => {
    const refund = anOrderRefund({ amount: 167, reason: 'returned', done: true });
    const calls = show([aReturn({ state: 'approved', lines: three })], '?show=approved', () =>
      json(aReturn({ state: 'refunded', lines: three, refund })),
    );
    const dialog = await act('Receive');
    await userEvent.click(dialog.getByRole('button', { name: 'Receive and refund' }));
    const news = await screen.findByText(/is received\./);
    expect(news).toHaveTextContent(`RT-7KQD-M2XW is received. $167 is refunded to ${marta.name}.`);
    const all = (number: number, restocked: number) => ({
      line: number,
      restocked,
      damaged: 0,
      refused: 0,
    });
    expect(sent(calls)).toEqual([
      ['/returns/return-1', { decision: 'receive', lines: [all(1, 2), all(2, 4), all(4, 1)] }],
    ]);
  });

  it('states the restocking fee before a return is received', async () => {
    show([aReturn({ state: 'approved', reason: 'not_needed', fee: 5 })]);
    const dialog = await act('Receive');
    expect(dialog.getByText(/^Restocked and damaged pieces/)).toHaveTextContent(
      `are refunded to ${marta.name} at the price paid, less the restocking fee of $5 for all pieces. Refused`,
    );
  });

  it('changes the reason only if the customer is told why', async () => {
    const calls = show(
      [aReturn({ state: 'approved', reason: 'damaged', answer: 'Pack it well.' })],
      '',
      () => json(aReturn({ state: 'refunded', reason: 'damaged', foundReason: 'not_needed' })),
    );
    const dialog = await act('Receive');
    await userEvent.selectOptions(dialog.getByLabelText('Reason after inspection'), 'Not needed');
    expect(dialog.getByText(/less the restocking fee that was agreed, if any/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Receive and refund' }));
    expect(await dialog.findByText('Tell the customer why you changed the reason')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText(/^Why did you change the reason/));
    await userEvent.type(
      dialog.getByLabelText(/^Why did you change the reason/),
      'It has no crack.',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Receive and refund' }));
    expect(await screen.findByText(/is received\./)).toBeVisible();
    expect(sent(calls)[0]?.[1]).toMatchObject({ reason: 'not_needed', answer: 'It has no crack.' });
  });

  it('keeps the reason of a withdrawal', async () => {
    show([aReturn({ state: 'approved', reason: 'withdrawal' })]);
    const dialog = await act('Receive');
    expect(dialog.queryByLabelText('Reason after inspection')).toBeNull();
  });

  it('counts damaged and refused pieces, at most those returned', async () => {
    const calls = show([aReturn({ state: 'approved', lines: three })], '', () =>
      json(aReturn({ state: 'closed', lines: three })),
    );
    const dialog = await act('Receive');
    const coils = within(dialog.getByRole('group', { name: 'Coil' }));
    const fill = async (label: string, pieces: string) => {
      await userEvent.clear(coils.getByLabelText(label));
      await userEvent.type(coils.getByLabelText(label), pieces);
    };
    await fill('Damaged', '3');
    await fill('Refused', '2');
    await userEvent.click(dialog.getByRole('button', { name: 'Receive and refund' }));
    expect(await coils.findByText('only 4 pieces were returned')).toBeVisible();
    await fill('Refused', '1');
    expect(coils.getByRole('status')).toHaveTextContent('0 restocked');
    await userEvent.click(dialog.getByRole('button', { name: 'Receive and refund' }));
    expect(await screen.findByText(/Nothing is refunded\./)).toBeVisible();
    expect(sent(calls)[0]?.[1]).toMatchObject({
      lines: [
        { restocked: 2 },
        { line: 2, restocked: 0, damaged: 3, refused: 1 },
        { restocked: 1 },
      ],
    });
  });

  it('explains a refusal', async () => {
    show([aReturn()], '', () => problem(409, 'return_state'));
    const dialog = await act('Approve');
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText(/^This return has changed in the meantime/)).toBeVisible();
  });
});
