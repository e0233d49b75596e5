import type { Order } from '../../api/generated-types';
import type { Person } from '../../lib/session/session-slice';
import { OrderNote } from './order-note';

/** What stands against paying this order; null when nothing does. */
export function whyUnpayable(order: Order, person: Person): 'paid' | 'refunded' | 'others' | null {
  if (order.paid) return 'paid';
  if (order.state === 'refunded') return 'refunded';
  return order.email.toLowerCase() === person.email.toLowerCase() ? null : 'others';
}

interface UnpayableProps {
  order: Order;
  why: NonNullable<ReturnType<typeof whyUnpayable>>;
}

export function Unpayable({ order, why }: UnpayableProps) {
  switch (why) {
    case 'paid':
      return (
        <OrderNote title="This order is paid" order={order} tone="positive">
          Nothing more will be charged. Transaction{' '}
          <span className="id">{order.transactionId}</span>
        </OrderNote>
      );
    case 'refunded':
      return (
        <OrderNote title="This order was refunded" order={order} tone="info">
          Its money is going back to you, so it cannot be paid again. Order the part anew if you
          still want it.
        </OrderNote>
      );
    case 'others':
      return (
        <OrderNote title="This is somebody else’s order" order={order} tone="warning">
          Only {order.name} ({order.email}) can pay it.
        </OrderNote>
      );
  }
}
