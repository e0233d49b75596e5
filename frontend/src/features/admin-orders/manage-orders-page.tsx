import { useRef } from 'react';
import type { Order } from '../../api/generated-types';
import { countSoFar } from '../../lib/counts';
import { ordersIn } from '../../lib/order-views';
import { useQueryState } from '../../lib/use-query-state';
import { Blank } from '../../ui/blank';
import { Button } from '../../ui/button';
import { DashHead } from '../../ui/dash-head';
import { ListFrame } from '../../ui/list-frame';
import { SearchField } from '../../ui/search-field';
import { AllOrdersTable } from './all-orders-table';
import { NoSuchOrders } from './no-such-orders';
import { filterOrders } from './order-filter';
import { OrderViews } from './order-views';
import { useAllOrders } from './use-all-orders';
import { useOrderActions } from './use-order-actions';
import { useRefundedMoney } from './use-refunded-money';

function summary(orders: Order[], more: boolean): string {
  const waiting = ordersIn('to-ship', orders).length;
  return `${countSoFar(waiting, more)} paid and waiting to ship`;
}

export function ManageOrdersPage() {
  const list = useAllOrders();
  const heading = useRef<HTMLHeadingElement>(null);
  const { ship, remove, refund, busy } = useOrderActions(heading);
  const [view] = useQueryState('show');
  const [words, setWords] = useQueryState('q');
  const { rows: orders, hasMore } = list;
  const moneyOf = useRefundedMoney(orders);
  const hasOrders = orders !== undefined && orders.length > 0;
  const unknown = orders === undefined && list.problem === null;

  return (
    <>
      <DashHead title="Manage Orders" ref={heading}>
        {orders ? summary(orders, hasMore) : ''}
      </DashHead>
      {(hasOrders || unknown) && (
        <div className="list-tools">
          <OrderViews orders={orders} more={hasMore} current={view === '' ? 'all' : view} />
          <SearchField label="Find by product, name or email" words={words} onSearch={setWords} />
        </div>
      )}
      <ListFrame
        key={`${view} ${words}`}
        list={{ ...list, rows: orders && filterOrders(orders, view, words) }}
        noun="orders"
        empty={
          hasOrders ? (
            <NoSuchOrders />
          ) : (
            <Blank
              title="No orders yet"
              action={
                <Button busy={list.fetching} onClick={list.refetch}>
                  Look again
                </Button>
              }
            >
              What customers order appears here.
            </Blank>
          )
        }
      >
        {(rows) => (
          <AllOrdersTable
            orders={rows}
            busy={busy}
            moneyOf={moneyOf}
            onShip={(order) => void ship(order)}
            onDelete={(order) => void remove(order)}
            onRefund={(order) => void refund(order)}
          />
        )}
      </ListFrame>
    </>
  );
}
