import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import type { Order } from '../../api/generated';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { useEndedSession } from '../../api/use-ended-session';
import { paths } from '../../lib/paths';
import { usePerson } from '../../lib/session/use-person';
import { Blank } from '../../ui/blank';
import { Failed } from '../../ui/failed';
import { Waiting } from '../../ui/waiting';
import { DeleteOrderDialog } from './delete-order-dialog';
import { OrdersTable } from './orders-table';

function summary(orders: Order[]): string {
  const unpaid = orders.filter((order) => !order.paid).length;
  const count = orders.length === 1 ? '1 order' : `${orders.length} orders`;
  return `${count}, ${unpaid} to pay`;
}

export function MyOrdersPage() {
  const { email } = usePerson();
  const {
    data: orders,
    error,
    isFetching,
    refetch,
  } = shopApi.useListOrdersOfQuery({ key: email }, { refetchOnMountOrArgChange: true });
  const [doomed, setDoomed] = useState<Order | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEndedSession(error, [401, 403]);

  return (
    <>
      <title>My Orders | Autoparts</title>
      <div className="dash-head">
        <h1 ref={heading} tabIndex={-1}>
          My Orders
        </h1>
        {orders !== undefined && orders.length > 0 && <p>{summary(orders)}</p>}
      </div>
      {orders === undefined && error === undefined && <Waiting>Loading your orders</Waiting>}
      {orders === undefined && error !== undefined && (
        <Failed
          title="Your orders did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </Failed>
      )}
      {orders?.length === 0 && (
        <Blank
          title="No orders yet"
          action={
            <Link className="btn btn-primary" to={`${paths.home}#parts`}>
              Browse parts
            </Link>
          }
        >
          Parts you order appear here, ready to pay.
        </Blank>
      )}
      {orders !== undefined && orders.length > 0 && (
        <OrdersTable orders={orders} onDelete={setDoomed} />
      )}
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
