import { Check, Clock } from 'lucide-react';
import { useId } from 'react';
import type { Order, OrderRefund } from '../../api/contract/generated-types';
import { Badge } from '../../ui/data/badge';
import { Money } from '../../ui/data/exact';
import { Moment } from '../../ui/data/moment';

/** Worded for both customers and admins. */
export const REFUND_REASONS: Record<OrderRefund['reason'], string> = {
  orderDeleted: 'The payment arrived after the order was deleted',
  paidTwice: 'The order was paid twice',
  soldOut: 'The parts were sold out when the payment arrived',
  couponReused:
    'The card or delivery address was used with another coupon before. Delete this order and order again without the coupon. If the card was the reason, paying with another card also works',
  byAdmin: 'The order was refunded',
  linesCancelled: 'Pieces removed before shipping',
  returned: 'Pieces returned',
  goodwill: 'Part of the price',
};

interface OrderRefundsProps {
  order: Order;
  /** Admins' notes about a refund; not shown to customers. */
  noteOf?: (refund: OrderRefund) => string | undefined;
}

/**
 * An order's refunds, oldest first; renders nothing without any. The order's lines show the
 * refunded pieces.
 */
export function OrderRefunds({ order: { refunds = [] }, noteOf }: OrderRefundsProps) {
  const heading = useId();
  if (refunds.length === 0) return null;
  return (
    <section className="order-refunds" aria-labelledby={heading}>
      <h2 id={heading}>Refunds</h2>
      <ul aria-labelledby={heading}>
        {refunds.map((refund) => (
          <Refund key={refund.id} refund={refund} note={noteOf?.(refund)} />
        ))}
      </ul>
    </section>
  );
}

function Refund({ refund, note }: { refund: OrderRefund; note: string | undefined }) {
  const { amount, done, reason, requestedAt } = refund;
  return (
    <li>
      <p className="sum">
        <b>
          <Money dollars={amount} />
        </b>
        {done ? (
          <Badge tone="positive" icon={Check}>
            done
          </Badge>
        ) : (
          <Badge tone="info" icon={Clock}>
            on its way
          </Badge>
        )}
      </p>
      <p>{REFUND_REASONS[reason]}</p>
      {note !== undefined && <p>Note: {note}</p>}
      <p className="when">
        <Moment at={requestedAt} />
      </p>
    </li>
  );
}
