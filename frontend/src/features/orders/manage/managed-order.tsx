import { useRef } from 'react';
import type { Order } from '../../../api/generated-types';
import { ManagedRefunds } from './managed-refunds';
import { Customer, OrderMoney, OrderDeedButtons } from './order-panel';
import { useOrderDeeds } from './use-order-deeds';

/** The admin actions on an order's page. */
export function ManagedOrder({ order }: { order: Order }) {
  const place = useRef<HTMLElement>(null);
  const { deeds, shown } = useOrderDeeds(place);
  return (
    <section className="managed no-print" aria-label="For admins" ref={place} tabIndex={-1}>
      {shown}
      <OrderDeedButtons order={order} deeds={deeds} />
      <div className="order-side">
        <Customer order={order} />
        <OrderMoney order={order} />
        <ManagedRefunds order={order} />
      </div>
    </section>
  );
}
