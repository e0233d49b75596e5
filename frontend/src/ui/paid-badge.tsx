import { Check, CircleDashed, Undo2 } from 'lucide-react';
import { wantsMoney, type PaymentState } from '../lib/order-payment';
import { Badge } from './badge';

/** Where the money of an order is. */
export function PaidBadge({ order }: { order: PaymentState }) {
  if (order.paid) {
    return (
      <Badge tone="positive" icon={Check}>
        paid
      </Badge>
    );
  }
  return wantsMoney(order) ? (
    <Badge tone="warning" icon={CircleDashed}>
      unpaid
    </Badge>
  ) : (
    <Badge tone="info" icon={Undo2}>
      refunded
    </Badge>
  );
}
