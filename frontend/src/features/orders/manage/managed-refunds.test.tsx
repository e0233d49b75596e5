import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../api/contract/generated-types';
import { anOrder, anOrderRefund, aRefund, marta } from '../../../testing/fixtures';
import { json, renderScreen, serve } from '../../../testing/test-shop';
import { ManagedOrder } from './managed-order';

function show(order: Order) {
  const calls = serve(() => json([aRefund({ _id: 'r-2', note: 'Scratched' })]));
  renderScreen(<ManagedOrder order={order} />, { path: '/', at: '/', person: marta });
  return calls;
}

describe('refunds of an opened order', () => {
  it('are listed with their reasons, progress and admin notes', async () => {
    show(
      anOrder({
        paid: true,
        lines: [
          { part: 'part-1', product: 'Alternator', quantity: 4, kept: 2, unitPrice: 90 },
          { part: 'part-2', product: 'Oil filter', quantity: 5, unitPrice: 5 },
        ],
        refundedAmount: 218.5,
        refunds: [
          anOrderRefund({ id: 'r-1', amount: 180, reason: 'returned', done: true }),
          anOrderRefund({ id: 'r-2', amount: 38.5 }),
        ],
      }),
    );
    const refunds = within(screen.getByRole('list', { name: 'Refunds' })).getAllByRole('listitem');
    expect(refunds[0]).toHaveTextContent(/^\$180donePieces returnedMar 7, 2026/);
    expect(refunds[1]).toHaveTextContent(/^\$38\.50on its wayPart of the price/);
    expect(await screen.findByText('Note: Scratched')).toBeVisible();
  });

  it('are not requested when there are none', () => {
    const calls = show(anOrder({ paid: true }));
    expect(screen.queryByRole('heading', { name: 'Refunds' })).toBeNull();
    expect(calls).toHaveLength(0);
  });
});
