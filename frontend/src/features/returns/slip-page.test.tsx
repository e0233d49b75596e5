import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { orderOpened } from '../../lib/session/order-links';
import { aReturn, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { SlipPage } from './slip-page';

vi.mock('../../lib/config', () => ({
  knownConfig: { seller: { name: 'Vale Parts', address: ['1 Mill Road', 'Ely'], links: [] } },
}));

const approved = aReturn({ state: 'approved', arrivesBy: '2026-12-21T12:00:00Z' });

function show(answer: () => Response, at = '/dashboard/returns/return-1/slip') {
  const calls = serve(answer);
  const byLink = at.startsWith('/my-order');
  renderScreen(<SlipPage />, {
    path: byLink ? '/my-order/:order/returns/:id/slip' : '/dashboard/returns/:id/slip',
    at,
    person: byLink ? null : marta,
  });
  return calls;
}

it('prints the number, its codes, the address and the parts', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
  show(() => json(approved));
  const slip = within(await screen.findByRole('article', { name: 'Return slip of RT-7KQD-M2XW' }));
  expect(slip.getByRole('heading', { name: 'RT-7KQD-M2XW' })).toBeVisible();
  expect(slip.getByText(/Vale Parts/)).toHaveTextContent('Vale Parts 1 Mill Road Ely');
  expect(slip.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PackedPartPieces',
    'Alternator2',
  ]);
  expect(slip.getAllByRole('listitem')).toHaveLength(3);
  expect(slip.getByText(/It has to arrive by/)).toHaveTextContent('by Dec 21, 2026.');
  expect(await slip.findByRole('img', { name: 'QR code for the shop' })).toBeVisible();
  // Twelve characters, start, check and stop: 14 × 11 + 13 modules between the quiet zones.
  const barcode = slip.getByRole('img', { name: 'Barcode of RT-7KQD-M2XW' });
  expect(barcode).toHaveAttribute('viewBox', `0 0 ${20 + 14 * 11 + 13} 24`);
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
    'href',
    '/dashboard/orders/order-1',
  );
});

it('opens for the holder of the order’s link', async () => {
  orderOpened('order-1', 'link-1', 'link-token');
  const calls = show(() => json(approved), '/my-order/order-1/returns/return-1/slip');
  expect(await screen.findByRole('article')).toBeVisible();
  expect(calls.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
    ['/returns/return-1', 'Bearer link-token'],
  ]);
  expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
    'href',
    '/my-order/order-1',
  );
});

it('has nothing to print before it is approved', async () => {
  show(() => json(aReturn()));
  expect(await screen.findByRole('heading', { name: 'Nothing to print' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
});

it('shows that there is no such return, and what did not load', async () => {
  const answers = [problem(503, 'unavailable'), problem(404, 'not_found')];
  show(() => answers.shift() ?? json(approved));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'There is no such return' })).toBeVisible();
});
