import { useRef } from 'react';
import { DashHead } from '../../ui/dash-head';
import { MyOrders } from './my-orders';
import { ordersSummary } from './orders-summary';
import { useMyOrders } from './use-my-orders';

export function MyOrdersPage() {
  const list = useMyOrders();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <DashHead title="My Orders" ref={heading}>
        {ordersSummary(list.rows, list.hasMore)}
      </DashHead>
      <MyOrders list={list} heading={heading} />
    </>
  );
}
