import { adminApi } from '../../api/admin';
import { sentenceFor } from '../../api/contract/problem';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { OrderCount } from '../../ui/data/order-count';
import { StaleNotice } from '../../ui/messages/stale-notice';
import { PanelProblem } from './panel';

/** How many orders are waiting for the shop, and how many for their customers. */
export function OrderNumbers() {
  const {
    data: counts,
    error,
    isFetching,
    refetch,
  } = adminApi.useCountOrdersQuery(undefined, { refetchOnMountOrArgChange: true });
  const retry = () => void refetch();
  return (
    <section aria-label="Orders">
      {error !== undefined && counts === undefined && (
        <PanelProblem retrying={isFetching} onRetry={retry}>
          {`The orders did not load. ${sentenceFor(error)}`}
        </PanelProblem>
      )}
      {error !== undefined && counts !== undefined && (
        <StaleNotice onRetry={retry} retrying={isFetching}>
          {sentenceFor(error)}
        </StaleNotice>
      )}
      <ul className="numbers">
        <OrderNumber state="to ship" count={counts?.toShip} to={paths.ordersToShow('to-ship')} />
        <OrderNumber state="unpaid" count={counts?.unpaid} to={paths.ordersToShow('unpaid')} />
        {(counts?.disputed ?? 0) > 0 && (
          <OrderNumber
            state="in dispute"
            count={counts?.disputed}
            to={paths.ordersToShow('disputed')}
          />
        )}
        <OrderNumber state="in total" count={counts?.all} to={paths.manageOrders} />
      </ul>
    </section>
  );
}

interface OrderNumberProps {
  /** `to ship`: the orders' state. */
  state: string;
  /** Undefined until it has loaded. */
  count: number | undefined;
  to: string;
}

function OrderNumber({ state, count, to }: OrderNumberProps) {
  return (
    <li>
      <Link to={to}>
        <b>{count === undefined ? '–' : <OrderCount of={count} />}</b>{' '}
        {count === 1 ? 'order' : 'orders'} {state}
      </Link>
    </li>
  );
}
