import type { Order } from '../../api/generated-types';
import { formatMoment } from '../../lib/moment';

interface OrderDeliveryProps {
  order: Order;
  /** What tells it from other orders, for screen readers. */
  name: string;
}

/** What is needed to send an order: opened where it is wanted, so that the list stays short. */
export function OrderDelivery({ order, name }: OrderDeliveryProps) {
  return (
    <details className="delivery">
      <summary>
        Delivery <span className="sr-only">of {name}</span>
      </summary>
      <dl>
        <dt>Address</dt>
        <dd className="whitespace-pre-line">{order.address}</dd>
        <dt>Phone</dt>
        <dd>{order.phone}</dd>
        <dt>Ordered</dt>
        <dd>
          <time dateTime={order.placedAt}>{formatMoment(order.placedAt)}</time>
        </dd>
      </dl>
    </details>
  );
}
