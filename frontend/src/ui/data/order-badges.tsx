import { Check, CircleDashed, Clock, Truck, Undo2 } from 'lucide-react';
import type { Order } from '../../api/contract/generated-types';
import { needsPayment, type PaymentState } from '../../lib/orders';
import { Badge } from './badge';

/** The payment state of an order. */
export function PaidBadge({ order }: { order: PaymentState }) {
  if (order.paid) {
    return (
      <Badge tone="positive" icon={Check}>
        paid
      </Badge>
    );
  }
  return needsPayment(order) ? (
    <Badge tone="warning" icon={CircleDashed}>
      unpaid
    </Badge>
  ) : (
    <Badge tone="info" icon={Undo2}>
      refunded
    </Badge>
  );
}

export function ShippingBadge({ status }: { status: Order['status'] }) {
  return status === 'shipped' ? (
    <Badge tone="info" icon={Truck}>
      shipped
    </Badge>
  ) : (
    <Badge tone="neutral" icon={Clock}>
      pending
    </Badge>
  );
}
