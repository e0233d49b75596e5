import { ListChecks, Printer, Truck } from 'lucide-react';
import { lazy, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { adminApi } from '../../../api/admin';
import type { Order } from '../../../api/contract/generated-types';
import { useAdminList } from '../../../api/session/use-admin-list';
import { useMediaQuery } from '../../../lib/use-media-query';
import { paths } from '../../../lib/paths';
import { NoRows } from '../../../ui/admin/no-rows';
import { SelectionBar } from '../../../ui/admin/selection-bar';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { Count } from '../../../ui/data/exact';
import { OrderCount } from '../../../ui/data/order-count';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { ListFrame } from '../../../ui/lists/list-frame';
import { useTickedRows } from '../../../ui/lists/use-ticked-rows';
import { AllOrdersTable } from './all-orders-table';
import { OrderFilters } from './order-filters';
import { OrderPanel } from './order-panel';
import { isPlainToShip } from './order-rules';
import { linkToDocuments } from './shipping-documents';
import { choiceOf, isNarrowed, type OrderSearch, queryOf, searchOf } from './order-search';
import { type OrderActions, useOrderActions, useRefundedMoney } from './use-order-actions';

/** Wide enough for an order next to the list. */
const WIDE = '(min-width: 80rem)';

const ShippingDocumentsPage = lazy(async () => ({
  default: (await import('./shipping-documents-page')).ShippingDocumentsPage,
}));

/** All orders, or the documents of some: the filters are stored in the URL. */
export function ManageOrdersPage() {
  const [query] = useSearchParams();
  return query.has('print') ? <ShippingDocumentsPage /> : <AllOrders />;
}

/** All orders, newest first. */
function AllOrders() {
  const [query, setQuery] = useSearchParams();
  const search = searchOf(query);
  const list = useAdminList(
    adminApi.useOrdersInfiniteQuery(choiceOf(search), { refetchOnMountOrArgChange: true }),
  );
  const { data: counts } = adminApi.useCountOrdersQuery();
  const heading = useRef<HTMLHeadingElement>(null);
  const { actions, shown } = useOrderActions(heading);
  const moneyOf = useRefundedMoney(list.rows);
  const wide = useMediaQuery(WIDE);
  const opened = wide ? search.open : '';
  const listKey = queryOf({ ...search, open: '' }).toString();
  const ticks = useTickedRows(listKey);
  const chosen = (list.rows ?? []).filter(({ _id }) => ticks.ticked.has(_id));

  const choose = (change: Partial<OrderSearch>, replace = false) => {
    setQuery(queryOf({ ...search, open: '', ...change }), { replace });
  };
  const open = ({ _id }: Order) => {
    if (wide) choose({ open: _id });
    return wide;
  };

  return (
    <div className="manage-orders">
      <DashboardHeading title="Manage Orders" ref={heading}>
        {counts ? (
          <>
            <OrderCount of={counts.toShip} /> paid and waiting to ship
          </>
        ) : (
          ''
        )}
      </DashboardHeading>
      <OrderFilters search={search} onChoose={choose} />
      {shown}
      <div className="manage-orders-body" data-open={opened !== '' || undefined}>
        <div className="manage-orders-list">
          <ListFrame
            key={listKey}
            list={list}
            noun="orders"
            empty={
              <NoRows
                list={list}
                none={{ title: 'No orders yet', text: 'Customers’ orders appear here.' }}
                unmatched={
                  isNarrowed(search) && {
                    title: 'No such orders',
                    text:
                      search.words === ''
                        ? 'No order matches your filters.'
                        : 'Search by full order number, id, email or phone.',
                    all: 'Show all orders',
                    to: paths.manageOrders,
                  }
                }
              />
            }
          >
            {(orders) => (
              <AllOrdersTable
                orders={orders}
                actions={actions}
                ticked={ticks.ticked}
                onTick={ticks.tick}
                opened={opened}
                onOpen={open}
                moneyOf={moneyOf}
              />
            )}
          </ListFrame>
        </div>
        {opened !== '' && (
          <OrderPanel
            id={opened}
            actions={actions}
            onClose={() => {
              choose({ open: '' });
              heading.current?.focus();
            }}
          />
        )}
      </div>
      <BulkBar chosen={chosen} actions={actions} onClear={ticks.clear} />
    </div>
  );
}

interface BulkBarProps {
  chosen: Order[];
  actions: OrderActions;
  onClear: () => void;
}

/** The actions for the selected orders. */
function BulkBar({ chosen, actions, onClear }: BulkBarProps) {
  if (chosen.length === 0) return null;
  const ids = chosen.map(({ _id }) => _id);
  const toShip = chosen.filter(isPlainToShip).length;
  return (
    <SelectionBar
      label="Selected orders"
      summary={
        <>
          <Count of={chosen.length} /> selected, <Count of={toShip} /> to ship
        </>
      }
      onClear={onClear}
    >
      <Button
        size="small"
        look="primary"
        icon={<Truck className="icon" />}
        disabled={toShip === 0}
        onClick={() => {
          actions.shipAll(chosen);
        }}
      >
        Ship…
      </Button>
      <Link className="btn btn-sm" to={linkToDocuments('picking', ids)}>
        <ListChecks className="icon" />
        Picking list
      </Link>
      <Link className="btn btn-sm" to={linkToDocuments('slips', ids)}>
        <Printer className="icon" />
        Packing slips
      </Link>
    </SelectionBar>
  );
}
