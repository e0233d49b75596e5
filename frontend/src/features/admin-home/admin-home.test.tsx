import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { json, marta, problem, renderScreen, serve, type Call } from '../../api/testing';
import { AdminHome } from './admin-home';

const order = (id: string, paid: boolean, status = 'pending') => ({
  _id: id,
  orderedId: 'part',
  product: 'Alternator',
  totalPrice: 1,
  name: marta.name,
  email: marta.email,
  address: 'a',
  phone: 'p',
  paid,
  quantity: 1,
  status,
});
const part = (title: string, available: number) => ({
  _id: title,
  title,
  desc: 'd',
  img: '/x.svg',
  minOrderQuantity: 10,
  available,
  price: 1,
});

const answers: Record<string, unknown> = {
  '/orders': [order('1', true), order('2', false), order('3', false), order('4', true, 'shipped')],
  '/parts': [part('Alternator', 7500), part('Clip', 3)],
  '/feedback': [
    {
      _id: '1',
      createdAt: '2026-03-07T12:30:00Z',
      message: 'Faster, please.',
      email: 'b@c.example',
    },
  ],
  '/outbox': [
    {
      _id: '1',
      to: marta.email,
      subject: 'Your new password',
      text: 'Follow the link.',
      createdAt: '2026-03-07T12:30:00Z',
    },
  ],
  '/newsletter': [
    { _id: '1', email: 'x@c.example', state: 'confirmed', createdAt: '2026-03-07T12:30:00Z' },
    { _id: '2', email: 'y@c.example', state: 'waiting', createdAt: '2026-03-06T12:30:00Z' },
  ],
};

function show(answer: (call: Call) => Response = ({ path }) => json(answers[path])) {
  serve(answer);
  renderScreen(<AdminHome />, { path: '/dashboard', at: '/dashboard', person: marta });
}
const panel = (title: string) => within(screen.getByRole('region', { name: title }));

it('leads to what waits for the admin', async () => {
  show();
  expect(await screen.findByRole('link', { name: '1 to ship' })).toHaveAttribute(
    'href',
    '/dashboard/manageorders?show=to-ship',
  );
  expect(screen.getByRole('link', { name: '2 unpaid' })).toHaveAttribute(
    'href',
    '/dashboard/manageorders?show=unpaid',
  );
  expect(await panel('Running low').findByText('3 left, minimum order 10')).toBeVisible();
  expect(panel('Running low').queryByText('Alternator')).toBeNull();
  expect(panel('Newest feedback').getByText('Faster, please.')).toBeVisible();
  expect(panel('Newest mails').getByText('Your new password')).toBeVisible();
  expect(panel('Newsletter').getByText('1 confirmed')).toBeVisible();
  expect(panel('Newsletter').getByText('y@c.example')).toBeVisible();
});

it('says so where there is nothing', async () => {
  show(() => json([]));
  expect(await screen.findByRole('link', { name: '0 to ship' })).toBeVisible();
  expect(await panel('Running low').findByText(/^Every product has stock/)).toBeVisible();
  expect(panel('Newest feedback').getByText('Nobody has written yet.')).toBeVisible();
  expect(panel('Newest mails').getByText('The shop has written no mail yet.')).toBeVisible();
  expect(panel('Newsletter').getByText('Nobody has signed up yet.')).toBeVisible();
});

it('fails panel by panel, each with another try', async () => {
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

it('shows more of what came in on demand', async () => {
  const feedback = Array.from({ length: 30 }, (_, at) => ({
    _id: String(at),
    createdAt: '2026-03-07T12:30:00Z',
    message: `message ${at}`,
  }));
  show(({ path, query }) =>
    json(path === '/feedback' ? feedback.slice(0, Number(query.get('limit'))) : answers[path]),
  );
  const messages = () => panel('Newest feedback').getAllByText(/^message/);
  expect(await panel('Newest feedback').findByText('message 4')).toBeVisible();
  expect(messages()).toHaveLength(5);
  expect(panel('Newest mails').queryByRole('button')).toBeNull();

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

it('shows more readers of the newsletter on demand', async () => {
  const readers = Array.from({ length: 7 }, (_, at) => ({
    _id: String(at),
    email: `reader-${at}@garage.example`,
    state: 'confirmed',
    createdAt: '2026-03-07T12:30:00Z',
  }));
  show(({ path }) => json(path === '/newsletter' ? readers : answers[path]));
  const rows = () => panel('Newsletter').getAllByRole('listitem');
  const more = await panel('Newsletter').findByRole('button', { name: 'Show more' });
  expect(rows()).toHaveLength(5);
  await userEvent.click(more);
  expect(rows()).toHaveLength(7);
});

it('says that the numbers of orders did not load, and gets them on another try', async () => {
  let broken = true;
  show(({ path }) =>
    path === '/orders' && broken ? problem(503, 'unavailable') : json(answers[path]),
  );
  const orders = within(screen.getByRole('region', { name: 'Orders' }));
  expect(await orders.findByText(/^The orders did not load\. The shop is busy/)).toBeVisible();
  expect(screen.queryByText(/may be out of date/)).toBeNull();
  broken = false;
  await userEvent.click(orders.getByRole('button', { name: 'Try again' }));
  expect(await orders.findByRole('link', { name: '1 to ship' })).toBeVisible();
});
