import { pagesApi } from '../../api/pages';
import { listOf } from '../../api/paging';
import { countSoFar } from '../../lib/format';
import { ordersIn } from '../../lib/orders';
import { type OrderView, paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { StaleNotice } from '../../ui/messages/stale-notice';
import { PanelProblem } from './panel';

/** How many orders wait for the shop, and how many for their customers. */
export function OrderNumbers() {
  const { rows, problem, fetching, hasMore, refetch } = listOf(
    pagesApi.useEveryOrderInfiniteQuery(undefined, { refetchOnMountOrArgChange: true }),
  );
  const count = (view: OrderView) => rows && ordersIn(view, rows).length;
  return (
    <section aria-label="Orders">
      {problem !== null && rows === undefined && (
        <PanelProblem retrying={fetching} onRetry={refetch}>
          {`The orders did not load. ${problem}`}
        </PanelProblem>
      )}
      {problem !== null && rows !== undefined && (
        <StaleNotice onRetry={refetch} retrying={fetching}>
          {problem}
        </StaleNotice>
      )}
      <ul className="numbers">
        <OrderNumber
          label="to ship"
          count={count('to-ship')}
          more={hasMore}
          to={paths.ordersToShow('to-ship')}
        />
        <OrderNumber
          label="unpaid"
          count={count('unpaid')}
          more={hasMore}
          to={paths.ordersToShow('unpaid')}
        />
        {(count('disputed') ?? 0) > 0 && (
          <OrderNumber
            label="disputed"
            count={count('disputed')}
            more={hasMore}
            to={paths.ordersToShow('disputed')}
          />
        )}
        <OrderNumber label="in all" count={count('all')} more={hasMore} to={paths.manageOrders} />
      </ul>
    </section>
  );
}

interface OrderNumberProps {
  label: string;
  /** Undefined until it is known. */
  count: number | undefined;
  /** There are older orders that were not counted. */
  more: boolean;
  to: string;
}

function OrderNumber({ label, count, more, to }: OrderNumberProps) {
  return (
    <li>
      <Link to={to}>
        <b>{count === undefined ? '–' : countSoFar(count, more)}</b> {label}
      </Link>
    </li>
  );
}
