import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '../../../api/generated-types';
import { pagesApi } from '../../../api/pages';
import { listOf } from '../../../api/paging';
import { useEndedSession } from '../../../api/session-hooks';
import { countSoFar } from '../../../lib/format';
import { useQueryState } from '../../../lib/hooks';
import { ORDER_VIEWS, ordersIn } from '../../../lib/orders';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { SearchField } from '../../../ui/controls/search-field';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { ListFrame } from '../../../ui/lists/list-frame';
import { EmptyState } from '../../../ui/messages/empty-state';
import { AllOrdersTable } from './all-orders-table';
import { useOrderActions, useRefundedMoney } from './use-order-actions';

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
      <DashboardHeading title="Manage Orders" ref={heading}>
        {orders ? summary(orders, hasMore) : ''}
      </DashboardHeading>
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
            <EmptyState
              title="No orders yet"
              action={
                <Button busy={list.fetching} onClick={list.refetch}>
                  Reload
                </Button>
              }
            >
              Customers’ orders appear here.
            </EmptyState>
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

interface OrderViewsProps {
  /** Undefined until there is an answer. */
  orders: Order[] | undefined;
  /** There are older orders that are not here to be counted. */
  more: boolean;
  current: string;
}

/** The ways to look at the orders, each with the number of orders it would show. */
function OrderViews({ orders, more, current }: OrderViewsProps) {
  const [query] = useSearchParams();

  const addressOf = (view: string) => {
    const changed = new URLSearchParams(query);
    changed.set('show', view);
    return `?${changed}`;
  };

  return (
    <nav className="views" aria-label="Which orders">
      {ORDER_VIEWS.map(({ view, label, shows }) => (
        <Link key={view} to={addressOf(view)} replace aria-current={view === current || undefined}>
          {label} <span>{orders ? countSoFar(orders.filter(shows).length, more) : '–'}</span>
        </Link>
      ))}
    </nav>
  );
}

/** There are orders, but none that is looked for. */
function NoSuchOrders() {
  return (
    <EmptyState
      title="No such orders"
      action={
        <Link className="btn" to={paths.manageOrders} replace>
          Show all orders
        </Link>
      }
    >
      No order matches your search.
    </EmptyState>
  );
}

/** Orders of a view whose product, customer or id holds the words. */
export function filterOrders(orders: Order[], view: string, words: string): Order[] {
  const sought = words.trim().toLowerCase();
  return ordersIn(view, orders).filter((order) =>
    [order.product, order.name, order.email, order._id].some((text) =>
      text.toLowerCase().includes(sought),
    ),
  );
}

/** Everybody's orders, newest first. */
function useAllOrders() {
  const pages = pagesApi.useEveryOrderInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useEndedSession(pages.error, [401]);
  return listOf(pages);
}
