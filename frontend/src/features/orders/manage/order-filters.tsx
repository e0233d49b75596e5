import { adminApi } from '../../../api/admin';
import type { OrderCounts } from '../../../api/contract/generated-types';
import { useReport } from '../../../api/report-hooks';
import { ORDER_VIEWS } from '../../../lib/orders';
import { CsvButton } from '../../../ui/controls/csv-button';
import { DayRange } from '../../../ui/controls/day-field';
import { Link } from '../../../ui/controls/link';
import { SearchField } from '../../../ui/controls/search-field';
import { OrderCount } from '../../../ui/data/order-count';
import { notify } from '../../../ui/messages/notify';
import { choiceOf, type OrderSearch, queryOf } from './order-search';

interface OrderFiltersProps {
  search: OrderSearch;
  /** @param replace replaces the current history entry: typing is a single step. */
  onChoose: (change: Partial<OrderSearch>, replace?: boolean) => void;
}

/** Order filters: by task, by text and by date placed. */
export function OrderFilters({ search, onChoose }: OrderFiltersProps) {
  const { data: counts } = adminApi.useCountOrdersQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const csv = useReport('orders', choiceOf(search), notify.error);
  return (
    <>
      <Views search={search} counts={counts} />
      <div className="list-tools order-tools">
        <SearchField
          label="Search orders"
          example="Number, id, full email or phone"
          words={search.words}
          onSearch={(words) => {
            onChoose({ words }, true);
          }}
        />
        <CsvButton busy={csv.busy} what="these orders" onClick={csv.download} />
        <DayRange
          from={search.from}
          to={search.to}
          onChange={(change) => {
            onChoose(change);
          }}
        />
      </div>
    </>
  );
}

interface ViewsProps {
  search: OrderSearch;
  /** Undefined until there is a response. */
  counts: OrderCounts | undefined;
}

/** The order views, each with its total number of orders. */
function Views({ search, counts }: ViewsProps) {
  return (
    <nav className="views" aria-label="Which orders">
      {ORDER_VIEWS.map(({ view, label, count }) => (
        <Link
          key={view}
          to={{ search: queryOf({ ...search, view, open: '' }).toString() }}
          aria-current={view === search.view || undefined}
        >
          {label} <span>{counts ? <OrderCount of={counts[count]} /> : '–'}</span>
        </Link>
      ))}
    </nav>
  );
}
