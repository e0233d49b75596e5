import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CoreClaim } from '../../../../api/contract/generated-types';
import { aCoreClaim, marta } from '../../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../../testing/test-shop';
import { ManageCoresPage } from './manage-cores-page';

function show(claims: CoreClaim[], search = '', decide: (call: Call) => Response = () => json({})) {
  const calls = serve((call) => {
    if (call.path === '/core-totals') return json({ owed: 1230, received: 45.5 });
    return call.method === 'GET' ? json(claims) : decide(call);
  });
  renderScreen(<ManageCoresPage />, { path: '/cores', at: `/cores${search}`, person: marta });
  return calls;
}
const listed = (calls: Call[]) =>
  calls
    .filter(({ method, path }) => method === 'GET' && path !== '/core-totals')
    .map(({ path, query }) => [path, Object.fromEntries(query.entries())]);
const sent = (calls: Call[]) =>
  calls
    .filter(({ method }) => method === 'PUT')
    .map(({ path, body }) => [path, JSON.parse(body) as unknown]);
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Decide about the old parts/ }));
  return within(await screen.findByRole('dialog'));
};
const type = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

it('lists the old parts to check, and what is owed in all', async () => {
  const calls = show([aCoreClaim({ owed: 1, received: 1 })]);
  const row = within(await screen.findByRole('row', { name: /AP-7KQD-M2XW/ }));
  expect(row.getByRole('link')).toHaveAttribute('href', '/dashboard/orders/order-1');
  expect(row.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '$15 for 1 old part, due by Dec 21, 2026',
    '1 received, to be checked',
  ]);
  expect(await screen.findByText(/owed,/)).toHaveTextContent('$1,230 owed, $45.50 to check');
  expect(listed(calls)).toEqual([['/cores', { state: 'received', limit: '50' }]]);
});

it('filters by state, and by the order of a scanned slip', async () => {
  const calls = show([aCoreClaim()], '?order=order-1');
  const views = within(screen.getByRole('navigation', { name: 'Which core charges' }));
  await screen.findByRole('row', { name: /AP-7KQD-M2XW/ });
  await userEvent.click(views.getByRole('link', { name: 'Expired' }));
  await userEvent.click(views.getByRole('link', { name: 'All' }));
  await waitFor(() => {
    expect(listed(calls)).toEqual([
      ['/order/order-1/cores', {}],
      ['/cores', { state: 'expired', limit: '50' }],
      ['/cores', { limit: '50' }],
    ]);
  });
});

it('accepts and refuses old parts', async () => {
  const calls = show([aCoreClaim({ owed: 0, received: 2 })]);
  const dialog = await open();
  await type(dialog.getByLabelText('Received, to be checked'), '0');
  await type(dialog.getByLabelText('Accepted'), '1');
  expect(dialog.getByRole('status')).toHaveTextContent(`Refunds $15 to ${marta.name}.`);
  await type(dialog.getByLabelText('Refused'), '2');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/only 2 pieces have a core charge/i)).toBeVisible();
  await type(dialog.getByLabelText('Refused'), '1');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(sent(calls)).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/^Why/), 'Cracked housing');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent(calls)).toEqual([
      ['/cores/order-1/1', { received: 0, accepted: 1, refused: 1, reason: 'Cracked housing' }],
    ]);
  });
});

it('shows why a decision was not saved', async () => {
  show([aCoreClaim()], '', () => problem(409, 'cores_not_left'));
  const dialog = await open();
  await type(dialog.getByLabelText('Accepted'), '1');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/have changed in the meantime/)).toBeVisible();
});

it('shows that there are none', async () => {
  show([], '?show=all');
  expect(await screen.findByRole('heading', { name: 'No core charges' })).toBeVisible();
});
