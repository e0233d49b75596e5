import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Withdrawal } from '../../api/contract/generated-types';
import { marta } from '../../testing/fixtures';
import { json, renderScreen, serve } from '../../testing/test-shop';
import { ManageWithdrawalsPage } from './manage-withdrawals-page';

const WITHDRAWALS: Withdrawal[] = [
  {
    _id: 'w-2',
    orderNumber: 'AP-7KQD-M2XW',
    email: 'gina@example.com',
    name: 'Gina',
    parts: 'Two discs',
    receivedAt: '2026-12-01T10:00:00Z',
    outcome: 'approved',
    order: 'order-1',
    returnNumber: 'RT-7KQD-M2XW',
  },
  {
    _id: 'w-1',
    orderNumber: 'the discs',
    email: 'olga@example.com',
    receivedAt: '2026-12-01T09:00:00Z',
    outcome: 'unknown_order',
  },
];

function show(withdrawals: Withdrawal[]) {
  serve(({ path }) => json(path === '/withdrawals' ? withdrawals : []));
  renderScreen(<ManageWithdrawalsPage />, {
    path: '/dashboard/withdrawals',
    at: '/dashboard/withdrawals',
    person: marta,
  });
}

it('lists what was sent and what became of it', async () => {
  show(WITHDRAWALS);
  const table = within(await screen.findByRole('table', { name: 'Withdrawals' }));
  expect(table.getByRole('link', { name: 'AP-7KQD-M2XW' })).toHaveAttribute(
    'href',
    '/dashboard/orders/order-1',
  );
  expect(table.getByRole('link', { name: 'RT-7KQD-M2XW' })).toHaveAttribute(
    'href',
    '/dashboard/manage-returns?number=RT-7KQD-M2XW',
  );
  expect(table.getByText('Two discs')).toBeVisible();
  expect(table.getByText('The whole order')).toBeVisible();
  expect(table.getByText('No order has this number.')).toBeVisible();
});

it('says when there are none', async () => {
  show([]);
  expect(await screen.findByRole('heading', { name: 'No withdrawals' })).toBeVisible();
});
