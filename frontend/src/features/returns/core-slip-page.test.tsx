import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { orderOpened } from '../../lib/session/order-links';
import { aCoreClaim, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { CoreSlipPage } from './core-slip-page';

function show(answer: () => Response, at = '/dashboard/orders/order-1/core-slip') {
  const calls = serve(answer);
  const byLink = at.startsWith('/my-order');
  renderScreen(<CoreSlipPage />, {
    path: byLink ? '/my-order/:id/core-slip' : '/dashboard/orders/:id/core-slip',
    at,
    person: byLink ? null : marta,
  });
  return calls;
}

it('prints the order number, its codes and the old parts that are due', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
  show(() => json([aCoreClaim(), aCoreClaim({ _id: 'order-1/2', line: 2, owed: 0, expired: 1 })]));
  const name = 'Slip for the old parts of AP-7KQD-M2XW';
  const slip = within(await screen.findByRole('article', { name }));
  expect(slip.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PackedPartPieces',
    'Alternator2',
  ]);
  expect(slip.getByText(/It has to arrive by/)).toHaveTextContent('by Dec 21, 2026.');
  expect(await slip.findByRole('img', { name: 'Barcode of AP-7KQD-M2XW' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('opens for the holder of the order’s link', async () => {
  orderOpened('order-1', 'link-1', 'link-token');
  const calls = show(() => json([aCoreClaim()]), '/my-order/order-1/core-slip');
  expect(await screen.findByRole('article')).toBeVisible();
  expect(calls.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
    ['/order/order-1/cores', 'Bearer link-token'],
  ]);
});

it('has nothing to print without old parts that are due', async () => {
  show(() => json([aCoreClaim({ owed: 0, accepted: 2 })]));
  expect(await screen.findByRole('heading', { name: 'Nothing to print' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
});

it('shows that there is no such order, and what did not load', async () => {
  const answers = [problem(503, 'unavailable'), problem(404, 'not_found')];
  show(() => answers.shift() ?? json([]));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'There is no such order' })).toBeVisible();
});
