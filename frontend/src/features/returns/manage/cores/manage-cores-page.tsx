import { PackageCheck } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { adminApi } from '../../../../api/admin';
import type { CoreClaim } from '../../../../api/contract/generated-types';
import { wholeListOf } from '../../../../api/paging';
import { returnsApi } from '../../../../api/returns';
import { useAdminList } from '../../../../api/session/use-admin-list';
import { paths } from '../../../../lib/paths';
import { NoRows } from '../../../../ui/admin/no-rows';
import { Button } from '../../../../ui/controls/button';
import { useDialogFor } from '../../../../ui/controls/confirm-dialog';
import { Link } from '../../../../ui/controls/link';
import { Exact, Money } from '../../../../ui/data/exact';
import { DashboardHeading } from '../../../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../../../ui/lists/data-table';
import { ListFrame } from '../../../../ui/lists/list-frame';
import { CoreStates } from '../../core-states';
import { CoreDialog } from './core-dialog';
import { choiceOf, CORE_VIEWS, type CoreSearch, queryOf, searchOf } from './core-search';
import '../../returns.css';

/** The core charges of all shipped orders, or of one. The filters are stored in the URL. */
export function ManageCoresPage() {
  const [query] = useSearchParams();
  const search = searchOf(query);
  const list = useCores(search);
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useDialogFor<CoreClaim>(heading);
  const { data: totals } = adminApi.useSumCoresQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const actions: Column<CoreClaim> = {
    label: 'Actions',
    kind: 'actions',
    quiet: true,
    cell: (claim) => (
      <Button
        size="small"
        icon={<PackageCheck className="icon" />}
        aria-label={`Decide about the old parts of ${numberOf(claim)}: ${claim.product}`}
        onClick={() => {
          dialog.open(claim);
        }}
      >
        Decide
      </Button>
    ),
  };

  return (
    <div className="returns-cores">
      <DashboardHeading title="Core charges" ref={heading}>
        {totals ? (
          <>
            <Money dollars={totals.owed} /> owed, <Money dollars={totals.received} /> to check
          </>
        ) : (
          ''
        )}
      </DashboardHeading>
      <nav className="views" aria-label="Which core charges">
        {CORE_VIEWS.map(({ view, label }) => (
          <Link
            key={view}
            to={{ search: queryOf(view).toString() }}
            aria-current={(search.order === '' && view === search.view) || undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <ListFrame
        key={query.toString()}
        list={list}
        noun="core charges"
        empty={
          <NoRows
            list={list}
            none={{
              title: 'No core charges',
              text: 'When orders with core charges ship, you see here which old parts to expect.',
            }}
            unmatched={
              (search.order !== '' || search.view !== 'all') && {
                title: 'No such core charges',
                text: 'No core charge matches your filter.',
                all: 'Show all core charges',
                to: `${paths.manageCores}?${queryOf('all')}`,
              }
            }
          />
        }
      >
        {(claims) => (
          <DataTable
            label="Core charges"
            columns={[...COLUMNS, actions]}
            rows={claims}
            keyOf={({ _id }) => _id}
          />
        )}
      </ListFrame>
      {dialog.row && <CoreDialog claim={dialog.row} onClose={dialog.close} />}
    </div>
  );
}

/** The matching core charges: a page at a time, or all of an order. */
function useCores({ view, order }: CoreSearch) {
  const ofOrder = order !== '';
  const pages = useAdminList(
    adminApi.useCoresInfiniteQuery(choiceOf(view), {
      refetchOnMountOrArgChange: true,
      skip: ofOrder,
    }),
  );
  const { currentData, error, isFetching, refetch } = returnsApi.useListCoresOfQuery(
    { id: order },
    { refetchOnMountOrArgChange: true, skip: !ofOrder },
  );
  return ofOrder ? wholeListOf({ data: currentData, error, isFetching, refetch }) : pages;
}

const numberOf = ({ order, orderNumber }: CoreClaim) => orderNumber ?? order.slice(-6);

const COLUMNS: Column<CoreClaim>[] = [
  {
    label: 'Order',
    kind: 'lead',
    cell: (claim) => (
      <Link className="text-link" to={paths.order(claim.order)}>
        <Exact value={numberOf(claim)} />
      </Link>
    ),
  },
  { label: 'Customer', kind: 'person', cell: ({ name }) => name },
  { label: 'Part', cell: ({ product }) => product },
  { label: 'Core charge', kind: 'number', cell: ({ core }) => <Money dollars={core} /> },
  { label: 'Old parts', cell: (claim) => <CoreStates of={claim} /> },
];
