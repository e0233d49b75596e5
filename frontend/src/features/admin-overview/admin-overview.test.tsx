import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Mail, Refund } from '../../api/contract/generated-types';
import {
  aMail,
  anAuditEntry,
  someOpenTasks,
  aLowPart,
  anUnmatchedPayment,
  aRefund,
  aReview,
  aSubscriber,
  changed,
  deleted,
  marta,
  NOON,
  someFeedback,
  stockMoved,
} from '../../testing/fixtures';
import { json, problem, renderScreen, serve, type Call } from '../../testing/test-shop';
import { AdminOverview } from './admin-overview';

const notify = vi.hoisted(() => ({ error: vi.fn(), success: vi.fn(), info: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const refund = (id: string, more: Partial<Refund>) =>
  aRefund({ _id: id, order: `order-${id}`, transactionId: `pi_${id}`, ...more });
const done = { doneAt: '2026-03-07T12:31:00Z' };

const answers: Record<string, unknown> = {
  '/open-tasks': someOpenTasks({ ordersToShip: 1, returnsToDecide: 3, refundsFailing: 1000 }),
  '/stock/low': [aLowPart({ _id: 'part-2', title: 'Clip' })],
  '/feedback': [someFeedback({ email: 'b@c.example' })],
  '/outbox': [aMail()],
  '/newsletter': [
    aSubscriber(),
    aSubscriber({ _id: 'subscriber-2', email: 'y@c.example', state: 'waiting' }),
  ],
  '/refunds': [refund('1', done)],
  '/reviews': [
    aReview({ _id: 'r1', name: 'Olga', rating: 1, review: 'Buy my watches!' }),
    aReview({ _id: 'r2', name: 'Nora', review: 'Came in a day.' }),
  ],
  '/config': { mails: 'outbox' },
  '/unmatched-payments': [],
  '/audit': [anAuditEntry()],
};

function show(
  answer: (call: Call) => Response = ({ path }) => json(answers[path]),
  delayed: Mail[] = [],
) {
  serve((call) => (call.query.get('state') === 'delayed' ? json(delayed) : answer(call)));
  renderScreen(<AdminOverview />, { path: '/dashboard', at: '/dashboard', person: marta });
}
const panel = (title: string) => within(screen.getByRole('region', { name: title }));

it('links to pending work', async () => {
  show();
  const toDo = panel('To do');
  expect(await toDo.findByRole('link', { name: '1 order to ship' })).toHaveAttribute(
    'href',
    '/dashboard/manageorders?show=to-ship',
  );
  expect(toDo.getByRole('link', { name: '3 returns to decide' })).toHaveAttribute(
    'href',
    '/dashboard/manage-returns',
  );
  expect(toDo.getByRole('link', { name: '1,000+ failed refunds' })).toHaveAttribute(
    'href',
    '/dashboard#refunds',
  );
  expect(screen.getByRole('region', { name: 'Refunds' })).toHaveAttribute('id', 'refunds');
  expect(toDo.getAllByRole('link')).toHaveLength(3);
  expect(await panel('Running low').findByText('3 left, minimum order 10')).toBeVisible();
  expect(panel('Running low').queryByText('Alternator')).toBeNull();
  expect(panel('Newest feedback').getByText('Faster, please.')).toBeVisible();
  expect(panel('Newest emails').getByText('Your new password')).toBeVisible();
  expect(panel('Newest emails').getByText(/^No mail server is configured/)).toBeVisible();
  expect(panel('Newest reviews').getByText('Came in a day.')).toBeVisible();
  expect(panel('Audit log').getByText('Made an admin')).toBeVisible();
  expect(panel('Audit log').getByText('ada@autoparts.example')).toBeVisible();
  expect(panel('Audit log').getByRole('link', { name: 'Full log' })).toHaveAttribute(
    'href',
    '/dashboard/audit',
  );
  expect(panel('Newsletter').getByText('1 confirmed')).toBeVisible();
  expect(panel('Newsletter').getByText('y@c.example')).toBeVisible();
});

it('restocks a part that is running low', async () => {
  const low = [aLowPart({ _id: 'part-2', title: 'Clip' }, 50)];
  const calls: Call[] = [];
  show((call) => {
    if (call.method === 'POST') {
      calls.push(call);
      low.pop();
      return json(stockMoved(23), 201);
    }
    return json(call.path === '/stock/low' ? low : answers[call.path]);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Restock Clip' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Restock Clip' }));
  expect(dialog.getByLabelText('Pieces received')).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Restock' }));
  expect(await dialog.findByText('pieces is required')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Pieces received'), '20');
  await userEvent.type(dialog.getByLabelText('Note'), 'delivery note 7');
  await userEvent.click(dialog.getByRole('button', { name: 'Restock' }));
  expect(await panel('Running low').findByText(/^Every product has enough stock/)).toBeVisible();
  expect(calls.map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
    ['/parts/part-2/stock', { reason: 'received', pieces: 20, note: 'delivery note 7' }],
  ]);
  expect(notify.success).toHaveBeenCalledWith('23 pieces available');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('restocks once, however often the request is sent', async () => {
  const keys: (string | null)[] = [];
  show((call) => {
    if (call.method === 'POST') {
      keys.push(call.headers.get('idempotency-key'));
      return problem(503, 'outcome_unknown');
    }
    return json(
      call.path === '/stock/low'
        ? [aLowPart({ _id: 'part-2', title: 'Clip' })]
        : answers[call.path],
    );
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Restock Clip' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Restock Clip' }));
  await userEvent.type(dialog.getByLabelText('Pieces received'), '20');
  for (let time = 1; time <= 2; time += 1) {
    await userEvent.click(dialog.getByRole('button', { name: 'Restock' }));
    expect(await dialog.findByText(/it will not be recorded twice/)).toBeVisible();
    await waitFor(() => {
      expect(keys).toHaveLength(time);
    });
  }
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

it('lists the delayed emails that a task links to', async () => {
  const delayed = [aMail({ _id: 'mail-2', subject: 'Your order has been shipped' })];
  show(
    ({ path }) => json(path === '/open-tasks' ? someOpenTasks({ mailsLate: 1 }) : answers[path]),
    delayed,
  );
  const task = await screen.findByRole('link', { name: '1 delayed email' });
  expect(task).toHaveAttribute('href', '/dashboard#delayed-emails');
  const region = await screen.findByRole('region', { name: 'Delayed emails' });
  expect(region).toHaveAttribute('id', 'delayed-emails');
  expect(within(region).getByText('Your order has been shipped')).toBeVisible();
  expect(within(region).getAllByRole('listitem')).toHaveLength(1);
});

it('shows empty states', async () => {
  show(({ path }) => json(path === '/open-tasks' ? someOpenTasks() : []));
  expect(await screen.findByText('Nothing is waiting for you.')).toBeVisible();
  expect(await panel('Running low').findByText(/^Every product has enough stock/)).toBeVisible();
  expect(panel('Newest feedback').getByText('No feedback yet.')).toBeVisible();
  expect(panel('Newest emails').getByText('No emails yet.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Delayed emails' })).toBeNull();
  expect(panel('Newsletter').getByText('No subscribers yet.')).toBeVisible();
  expect(panel('Refunds').getByText('No refunds yet.')).toBeVisible();
  expect(panel('Refunds').queryByText(/pending/)).toBeNull();
});

it('lists pending refunds first and explains what to do', async () => {
  const refunds = [
    refund('1', done),
    refund('2', { nextTryAt: NOON, reason: 'paidTwice' }),
    refund('3', { ...done, failures: 1, reason: 'soldOut' }),
    refund('4', { nextTryAt: '2126-03-07T12:30:00Z', failures: 3, reason: 'orderDeleted' }),
    refund('5', { nextTryAt: NOON, failures: 1 }),
  ];
  show(({ path }) => json(path === '/refunds' ? refunds : answers[path]));
  expect(await panel('Refunds').findByText('3 pending')).toBeVisible();
  const texts = panel('Refunds')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    expect.stringMatching(
      /^\$380needs attention.*has failed to make this refund 3 times\. Please check it there: pi_4.*Being retried, next at Mar 7, 2126/,
    ),
    expect.stringMatching(/has failed to make this refund once\. .*: pi_5.*Being retried now/),
    expect.stringMatching(
      /^\$380on its way.*paid twice.*On its way since Mar 7, 2026.*Order order-2$/,
    ),
    expect.stringMatching(/^\$380An admin refunded the order\.Refunded Mar 7, 2026/),
    expect.stringMatching(/^\$380The payment arrived too late.*Refunded Mar 7, 2026/),
  ]);
  expect(panel('Refunds').getByRole('link', { name: 'Order order-5' })).toHaveAttribute(
    'href',
    '/dashboard/manageorders?q=order-5',
  );
  expect(panel('Refunds').queryByRole('link', { name: 'Order order-4' })).toBeNull();
});

it('explains why links and codes are hidden when a mail server is configured', async () => {
  show(({ path }) => json(path === '/config' ? { mails: 'smtp' } : answers[path]));
  expect(await panel('Newest emails').findByText(/^Links and codes are hidden/)).toBeVisible();
  expect(panel('Newest emails').queryByText(/^No mail server/)).toBeNull();
});

it('deletes a review after asking', async () => {
  let reviews = answers['/reviews'] as { _id: string }[];
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
  const asked: string[] = [];
  show(({ path, method }) => {
    if (method === 'DELETE') {
      asked.push(path);
      reviews = reviews.slice(1);
      return json(deleted);
    }
    if (path === '/audit' && asked.length > 0)
      return json([anAuditEntry({ action: 'delete_review', detail: 'r1' })]);
    return json(path === '/reviews' ? reviews : answers[path]);
  });
  const button = await panel('Newest reviews').findByRole('button', {
    name: 'Delete the review by Olga',
  });
  await userEvent.click(button);
  expect(asked).toEqual([]);
  await userEvent.click(button);
  expect(confirm).toHaveBeenLastCalledWith(expect.stringMatching(/^Delete this review\?/));
  await waitFor(() => {
    expect(panel('Newest reviews').queryByText('Buy my watches!')).toBeNull();
  });
  expect(asked).toEqual(['/reviews/r1']);
  expect(notify.success).toHaveBeenCalledWith('Review deleted.');
  expect(await panel('Audit log').findByText('Deleted a review')).toBeVisible();
});

it('closes a refund that is paid in another way, after asking', async () => {
  let refunds = [refund('1', { failures: 4, nextTryAt: '2126-03-07T12:30:00Z' })];
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
  const closed: string[] = [];
  show(({ path, method }) => {
    if (method === 'PUT') {
      closed.push(path);
      refunds = [refund('1', { ...done, failures: 4, byHand: true })];
      return json(changed);
    }
    return json(path === '/refunds' ? refunds : answers[path]);
  });
  const button = await panel('Refunds').findByRole('button', { name: 'Refund manually: pi_1' });
  await userEvent.click(button);
  expect(closed).toEqual([]);
  await userEvent.click(button);
  expect(confirm).toHaveBeenLastCalledWith(expect.stringMatching(/^Close this refund/));
  expect(await panel('Refunds').findByText(/^Refunded manually Mar 7, 2026/)).toBeVisible();
  expect(closed).toEqual(['/refunds/1']);
  expect(panel('Refunds').getByText('0 pending')).toBeVisible();
});

it('does not close a refund in progress, and reloads', async () => {
  let refunds = [refund('1', { failures: 4, nextTryAt: '2126-03-07T12:30:00Z' })];
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  show(({ path, method }) => {
    if (method === 'PUT') {
      refunds = [refund('1', { ...done, failures: 4 })];
      return problem(409, 'refund_under_way');
    }
    return json(path === '/refunds' ? refunds : answers[path]);
  });
  await userEvent.click(await panel('Refunds').findByRole('button', { name: /^Refund manually/ }));
  expect(await panel('Refunds').findByText(/Refunded Mar 7, 2026/)).toBeVisible();
  expect(notify.error).toHaveBeenCalledWith('detail of refund_under_way');
});

it('also finds the oldest pending refund', async () => {
  const newer = Array.from({ length: 1000 }, (_, at) => refund(`new-${at}`, done));
  show(({ path, query }) => {
    if (path !== '/refunds') return json(answers[path]);
    return json(query.get('after') === 'new-999' ? [refund('oldest', { failures: 9 })] : newer);
  });
  expect(await panel('Refunds').findByText('1 pending')).toBeVisible();
  expect(panel('Refunds').getByText('pi_oldest')).toBeVisible();
});

it('shows payments without an order, and refunds one after asking', async () => {
  let unmatched = [anUnmatchedPayment()];
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const asked: string[] = [];
  show(({ path, method }) => {
    if (method === 'PUT') {
      asked.push(path);
      unmatched = [];
      return json(changed);
    }
    return json(path === '/unmatched-payments' ? unmatched : answers[path]);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Refund: pi_9' }));
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Payments without an order' })).toBeNull();
  });
  expect(asked).toEqual(['/unmatched-payments/pi_9']);
});

it('reports that the refunds did not load, and retries', async () => {
  let broken = true;
  show(({ path }) =>
    path === '/refunds' && broken ? problem(503, 'unavailable') : json(answers[path]),
  );
  const retry = await panel('Refunds').findByRole('button', { name: 'Try again' });
  broken = false;
  await userEvent.click(retry);
  expect(await panel('Refunds').findByText('0 pending')).toBeVisible();
});

it('fails panel by panel, each with a retry', async () => {
  let broken = true;
  show(({ path }) =>
    path === '/feedback' && broken ? problem(503, 'unavailable') : json(answers[path]),
  );
  const retry = await panel('Newest feedback').findByRole('button', { name: 'Try again' });
  expect(await panel('Newsletter').findByText('1 confirmed')).toBeVisible();
  broken = false;
  await userEvent.click(retry);
  expect(await panel('Newest feedback').findByText('Faster, please.')).toBeVisible();
});

it('shows more feedback on demand', async () => {
  const feedback = Array.from({ length: 30 }, (_, at) =>
    someFeedback({ _id: String(at), message: `message ${at}` }),
  );
  show(({ path, query }) =>
    json(path === '/feedback' ? feedback.slice(0, Number(query.get('limit'))) : answers[path]),
  );
  const messages = () => panel('Newest feedback').getAllByText(/^message/);
  expect(await panel('Newest feedback').findByText('message 4')).toBeVisible();
  expect(messages()).toHaveLength(5);
  expect(panel('Newest emails').queryByRole('button')).toBeNull();

  const more = panel('Newest feedback').getByRole('button', { name: 'Show more' });
  expect(more).toHaveAccessibleDescription('Newest feedback');
  await userEvent.click(more);
  expect(await panel('Newest feedback').findByText('message 24')).toBeVisible();
  expect(messages()).toHaveLength(25);
  expect(panel('Newest feedback').getByText('message 5').closest('li')).toHaveFocus();

  await userEvent.click(panel('Newest feedback').getByRole('button', { name: 'Show more' }));
  expect(await panel('Newest feedback').findByText('message 29')).toBeVisible();
  expect(panel('Newest feedback').queryByRole('button')).toBeNull();
});

it('shows more newsletter subscribers on demand', async () => {
  const readers = Array.from({ length: 7 }, (_, at) =>
    aSubscriber({ _id: String(at), email: `reader-${at}@garage.example` }),
  );
  show(({ path }) => json(path === '/newsletter' ? readers : answers[path]));
  const rows = () => panel('Newsletter').getAllByRole('listitem');
  const more = await panel('Newsletter').findByRole('button', { name: 'Show more' });
  expect(rows()).toHaveLength(5);
  await userEvent.click(more);
  expect(rows()).toHaveLength(7);
});

it('reports that the tasks did not load, and retries', async () => {
  let broken = true;
  show(({ path }) =>
    path === '/open-tasks' && broken ? problem(503, 'unavailable') : json(answers[path]),
  );
  const toDo = panel('To do');
  expect(await toDo.findByText(/^The tasks did not load\. The shop is busy/)).toBeVisible();
  expect(screen.queryByText(/may be out of date/)).toBeNull();
  broken = false;
  await userEvent.click(toDo.getByRole('button', { name: 'Try again' }));
  expect(await toDo.findByRole('link', { name: '1 order to ship' })).toBeVisible();
});
