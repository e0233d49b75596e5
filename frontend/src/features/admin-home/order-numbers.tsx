import { listOf } from '../../api/list-of';
import { pagesApi } from '../../api/pages';
import type { Order } from '../../api/generated';
import { paths } from '../../lib/paths';
import { OutOfDate } from '../../ui/out-of-date';
import { OrderNumber } from './order-number';

const isToShip = ({ paid, status }: Order) => paid && status === 'pending';
const isUnpaid = ({ paid }: Order) => !paid;

/** How many orders wait for the shop, and how many for their customers. */
export function OrderNumbers() {
  const { rows, problem, fetching, hasMore, refetch } = listOf(
    pagesApi.useEveryOrderInfiniteQuery(undefined, { refetchOnMountOrArgChange: true }),
  );
  const count = (belongs: (order: Order) => boolean) => rows?.filter(belongs).length;
  return (
    <section aria-label="Orders">
      {problem !== null && (
        <OutOfDate onRetry={refetch} retrying={fetching}>
          {problem}
        </OutOfDate>
      )}
      <ul className="numbers">
        <OrderNumber
          label="to ship"
          count={count(isToShip)}
          open={hasMore}
          to={paths.ordersToShow('to-ship')}
        />
        <OrderNumber
          label="unpaid"
          count={count(isUnpaid)}
          open={hasMore}
          to={paths.ordersToShow('unpaid')}
        />
        <OrderNumber
          label="orders in all"
          count={rows?.length}
          open={hasMore}
          to={paths.manageOrders}
        />
      </ul>
    </section>
  );
}
