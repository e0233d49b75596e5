import type { Order } from '../../api/generated';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { useEndedSession } from '../../api/use-ended-session';
import { Blank } from '../../ui/blank';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { Waiting } from '../../ui/waiting';
import { AllOrdersTable } from './all-orders-table';
import { useOrderActions } from './use-order-actions';

function summary(orders: Order[]): string {
  const waiting = orders.filter((order) => order.paid && order.status === 'pending').length;
  return `${waiting} paid and waiting to ship`;
}

export function ManageOrdersPage() {
  const {
    data: orders,
    error,
    isFetching,
    refetch,
  } = shopApi.useListOrdersQuery({}, { refetchOnMountOrArgChange: true });
  const { ship, remove, busy } = useOrderActions();
  useEndedSession(error, [401]);

  return (
    <>
      <title>Manage Orders | Autoparts</title>
      <div className="dash-head">
        <h1>Manage Orders</h1>
        {orders !== undefined && <p>{summary(orders)}</p>}
      </div>
      {orders === undefined && error === undefined && <Waiting>Loading the orders</Waiting>}
      {orders === undefined && error !== undefined && (
        <Failed
          title="The orders did not load"
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
            <Button busy={isFetching} onClick={() => void refetch()}>
              Look again
            </Button>
          }
        >
          What customers order appears here.
        </Blank>
      )}
      {orders !== undefined && orders.length > 0 && (
        <AllOrdersTable
          orders={orders}
          busy={busy}
          onShip={(order) => void ship(order)}
          onDelete={(order) => void remove(order)}
        />
      )}
    </>
  );
}
