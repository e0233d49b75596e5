import { listOf } from '../../api/list-of';
import { pagesApi } from '../../api/pages';
import { ordersIn } from '../../lib/order-views';
import { paths, type OrderView } from '../../lib/paths';
import { OutOfDate } from '../../ui/out-of-date';
import { OrderNumber } from './order-number';
import { PanelProblem } from './panel-problem';

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
        <OutOfDate onRetry={refetch} retrying={fetching}>
          {problem}
        </OutOfDate>
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
