import { Link } from 'react-router-dom';
import { pagesApi } from '../../api/pages';
import { listOf } from '../../api/paging';
import { formatCount } from '../../lib/format';
import { paths } from '../../lib/paths';
import { isSoldOut } from '../../lib/stock';
import { NEWEST, Panel } from './panel';

const ENOUGH = 'Every product has stock for at least one order.';
/** There are more products than are looked at here. */
const ENOUGH_SO_FAR = 'The first 1,000 products have stock for at least one order.';

/** Parts that nobody can order any more, because the stock is below the minimum order. */
export function LowParts() {
  const { rows, problem, fetching, hasMore, refetch } = listOf(
    pagesApi.useEveryPartInfiniteQuery(undefined, { refetchOnMountOrArgChange: true }),
  );
  const low = rows?.filter(isSoldOut);
  return (
    <Panel
      title="Running low"
      aside={<Link to={paths.manageProducts}>All products</Link>}
      rows={low}
      shown={NEWEST}
      problem={problem}
      fetching={fetching}
      onRetry={refetch}
      empty={hasMore ? ENOUGH_SO_FAR : ENOUGH}
      keyOf={({ _id }) => _id}
    >
      {({ title, available, minOrderQuantity }) => (
        <>
          <b>{title}</b>
          <span className="id">
            {formatCount(available)} left, minimum order {formatCount(minOrderQuantity)}
          </span>
        </>
      )}
    </Panel>
  );
}
