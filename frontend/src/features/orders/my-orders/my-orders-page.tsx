import { type RefObject, useRef } from 'react';
import type { Order } from '../../../api/contract/generated-types';
import { ownOrdersApi } from '../../../api/session/own-orders';
import { listOf } from '../../../api/paging';
import { useEndedSession } from '../../../api/session/session-hooks';
import { paths } from '../../../lib/paths';
import { usePerson } from '../../../lib/session/session-slice';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { type List, ListFrame } from '../../../ui/lists/list-frame';
import { EmptyState } from '../../../ui/messages/empty-state';
import { useAutoRetry } from '../../../ui/messages/load-error';
import { DeleteOrderDialog } from './delete-order-dialog';
import { isBeingPaid, ordersSummary } from './orders-summary';
import { OrdersTable } from './orders-table';

export function MyOrdersPage() {
  const list = useMyOrders();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <DashboardHeading title="My Orders" ref={heading}>
        {ordersSummary(list.rows, list.hasMore)}
      </DashboardHeading>
      <MyOrders list={list} heading={heading} />
      <p className="hint">
        Orders that you placed as a guest are not listed here. Open them with the link in their
        emails.
      </p>
    </>
  );
}

/** Order list for users without a My Orders page; empty if they have none. */
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

interface MyOrdersProps {
  list: List<Order>;
  /** Receives the focus when the order that had it is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** One user's orders, with the confirmation before one is deleted. */
function MyOrders({ list, heading }: MyOrdersProps) {
  const toDelete = useDialogFor<Order>(heading);
  return (
    <>
      <ListFrame list={list} noun="orders" empty={<NoOrders />}>
        {(orders) => <OrdersTable orders={orders} onDelete={toDelete.open} />}
      </ListFrame>
      {toDelete.row && <DeleteOrderDialog order={toDelete.row} onClose={toDelete.close} />}
    </>
  );
}

function NoOrders() {
  return (
    <EmptyState
      drawing="empty"
      title="No orders yet"
      action={
        <Link className="btn btn-primary" to={`${paths.home}#parts`}>
          Browse parts
        </Link>
      }
    >
      Parts you order appear here, ready to pay.
    </EmptyState>
  );
}

/**
 * The signed-in user's orders, newest first, polled while one of them is being paid. A refusal of
 * this call ends the session.
 */
function useMyOrders() {
  const { email } = usePerson();
  const pages = ownOrdersApi.useEveryOrderOfInfiniteQuery(email, {
    refetchOnMountOrArgChange: true,
  });
  useEndedSession(pages.error, [401, 403]);
  const list = listOf(pages);
  useAutoRetry(list.rows?.some(isBeingPaid) === true, pages.refetch);
  return list;
}
