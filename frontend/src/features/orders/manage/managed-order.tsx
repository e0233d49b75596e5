import { useRef } from 'react';
import type { Order } from '../../../api/contract/generated-types';
import { ManagedRefunds } from './managed-refunds';
import { Customer, OrderMoney, OrderActionButtons } from './order-panel';
import { OrderHistory } from './order-history';
import { useOrderActions } from './use-order-actions';

/** The admin actions on an order's page. */
export function ManagedOrder({ order }: { order: Order }) {
  const section = useRef<HTMLElement>(null);
  const { actions, shown } = useOrderActions(section);
  return (
    <section className="managed no-print" aria-label="For admins" ref={section} tabIndex={-1}>
      {shown}
      <OrderActionButtons order={order} actions={actions} />
      <div className="order-side">
        <Customer order={order} />
        <OrderMoney order={order} />
        <ManagedRefunds order={order} />
      </div>
      <OrderHistory id={order._id} />
    </section>
  );
}
