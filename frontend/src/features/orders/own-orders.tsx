import { useRef } from 'react';
import { MyOrders } from './my-orders';
import { ordersSummary } from './orders-summary';
import { useMyOrders } from './use-my-orders';

/** Orders of somebody who has no such screen: a section for whoever ordered something, or nothing. */
export function OwnOrders() {
  const list = useMyOrders();
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, problem, hasMore } = list;
  if (rows === undefined ? problem === null : rows.length === 0) return null;
  return (
    <section className="dash-section" aria-labelledby="own-orders">
      <div className="dash-head">
        <h2 id="own-orders" ref={heading} tabIndex={-1}>
          Your own orders
        </h2>
        <p>{ordersSummary(rows, hasMore)}</p>
      </div>
      <MyOrders list={list} heading={heading} />
    </section>
  );
}
