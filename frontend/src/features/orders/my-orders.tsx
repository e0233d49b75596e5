import type { RefObject } from 'react';
import type { Order } from '../../api/generated-types';
import { ListFrame, type List } from '../../ui/list-frame';
import { useDialogFor } from '../../ui/use-dialog-for';
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
  const doomed = useDialogFor<Order>(heading);
  return (
    <>
      <ListFrame list={list} noun="orders" empty={<NoOrders />}>
        {(orders) => <OrdersTable orders={orders} onDelete={doomed.open} />}
      </ListFrame>
      {doomed.row && <DeleteOrderDialog order={doomed.row} onClose={doomed.close} />}
    </>
  );
}
