import { TriangleAlert } from 'lucide-react';
import type { Order } from '../../api/generated-types';
import { formatDollars } from '../../lib/money';
import { Badge } from '../../ui/badge';

const DISPUTES: Record<NonNullable<Order['dispute']>, string> = {
  inquiry: 'bank asks',
  open: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
};

/** What went back of an order's money without the shop. */
export function MoneyNote({ order }: { order: Order }) {
  const { dispute, refundedAmount, state } = order;
  return (
    <>
      {dispute && (
        <Badge tone={dispute === 'won' ? 'info' : 'warning'} icon={TriangleAlert}>
          {DISPUTES[dispute]}
        </Badge>
      )}
      {state !== 'refunded' && refundedAmount !== undefined && (
        <span className="id">{formatDollars(refundedAmount)} given back</span>
      )}
    </>
  );
}
