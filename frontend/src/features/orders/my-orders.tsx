import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Order } from '../../api/generated';
import { ListFrame, type List } from '../../ui/list-frame';
import { DeleteOrderDialog } from './delete-order-dialog';
import { NoOrders } from './no-orders';
import { OrdersTable } from './orders-table';

interface MyOrdersProps {
  list: List<Order>;
  /** Takes the focus when the order that had it is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The orders of one person, and the question before one of them is deleted. */
export function MyOrders({ list, heading }: MyOrdersProps) {
  const [doomed, setDoomed] = useState<Order | null>(null);
  return (
    <>
      <ListFrame list={list} noun="orders" empty={<NoOrders />}>
        {(orders) => <OrdersTable orders={orders} onDelete={setDoomed} />}
      </ListFrame>
      {doomed && (
        <DeleteOrderDialog
          order={doomed}
          onClose={(deleted) => {
            // The dialog gives the focus back to its opener; when that is gone, the heading takes it.
            flushSync(() => {
              setDoomed(null);
            });
            if (deleted) heading.current?.focus();
          }}
        />
      )}
    </>
  );
}
