import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anOrder, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { OwnOrders } from './my-orders-page';

const show = () =>
  renderScreen(<OwnOrders />, { path: '/dashboard', at: '/dashboard', person: marta });

it('lets an admin pay their own order', async () => {
  serve(() => json([anOrder()]));
  show();
  expect(await screen.findByRole('heading', { name: 'Your own orders' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'pay for Alternator, order 1' })).toHaveAttribute(
    'href',
    '/payment/order-1',
  );
});

it('is hidden without orders', async () => {
  const calls = serve(() => json([]));
  show();
  await waitFor(() => {
    expect(calls).toHaveLength(1);
  });
  await expect.poll(() => screen.queryByText(/loading/i)).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
});

it('shows a failed load', async () => {
  serve(() => problem(503, 'unavailable'));
  show();
  expect(await screen.findByText('The orders did not load')).toBeVisible();
});
