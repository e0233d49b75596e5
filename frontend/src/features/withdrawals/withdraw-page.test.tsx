import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { WithdrawPage } from './withdraw-page';

vi.mock('../../lib/config', () => ({
  knownConfig: { withdrawal: ['You have 14 days.', 'Write to us.'] },
}));

const received = () => json({ receivedAt: '2026-12-01T10:00:00Z' });

function show(answer: () => Response = received) {
  const calls = serve(answer);
  renderScreen(<WithdrawPage />, { path: '/withdraw', at: '/withdraw', person: null });
  return calls;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function write(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await userEvent.type(screen.getByLabelText(label), value);
  await press('Withdraw from contract');
}

it('sends nothing before the second step', async () => {
  const calls = show();
  expect(screen.getByText('You have 14 days.')).toBeVisible();
  await write({ 'Order number': ' AP-7KQD-M2XW ', Email: 'gina@example.com' });
  expect(await screen.findByRole('heading', { name: 'Is this right?' })).toHaveFocus();
  expect(screen.getByText('The whole order')).toBeVisible();
  expect(calls).toEqual([]);
  await press('Confirm withdrawal');
  const heading = await screen.findByRole('heading', { name: 'We have received your withdrawal' });
  expect(heading).toHaveFocus();
  expect(calls.map(({ method, path, body }) => [method, path, JSON.parse(body) as object])).toEqual(
    [['POST', '/withdrawals', { orderNumber: 'AP-7KQD-M2XW', email: 'gina@example.com' }]],
  );
});

it('shows errors under missing and invalid fields', async () => {
  const calls = show();
  await press('Withdraw from contract');
  expect(await screen.findByText('order number is required')).toBeVisible();
  expect(screen.getByLabelText('Order number')).toHaveFocus();
  await write({ 'Order number': 'x'.repeat(41), Email: 'gina' });
  expect(screen.getByText(/at most 40 characters/)).toBeVisible();
  expect(screen.getByText('provide a valid email')).toBeVisible();
  expect(calls).toEqual([]);
});

it('keeps the input after going back, and after a failed request', async () => {
  show(() => problem(429, 'rate_limited'));
  await write({ 'Order number': '1', Email: 'gina@example.com', 'Your name (optional)': 'Gina' });
  await press('Confirm withdrawal');
  expect(await screen.findByText(/^Not sent\./)).toBeVisible();
  await press('Change');
  expect(screen.getByLabelText('Your name (optional)')).toHaveValue('Gina');
});
