import { type RefObject, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { adminApi } from '../../../api/admin';
import type { Return } from '../../../api/contract/generated-types';
import { useAdminList } from '../../../api/session/use-admin-list';
import { paths } from '../../../lib/paths';
import { NoRows } from '../../../ui/admin/no-rows';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { SearchField } from '../../../ui/controls/search-field';
import { Exact, Money } from '../../../ui/data/exact';
import { OrderCount } from '../../../ui/data/order-count';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { ListFrame } from '../../../ui/lists/list-frame';
import { Alert } from '../../../ui/messages/alert';
import { DecideDialog } from './decide-dialog';
import { ReceiveDialog } from './receive-dialog';
import type { Action } from './return-actions';
import {
  canBeFound,
  choiceOf,
  queryOf,
  RETURN_VIEWS,
  type ReturnSearch,
  searchOf,
} from './return-search';
import { ReturnsTable } from './returns-table';
import '../returns.css';

/** All returns, newest first. The filters are stored in the URL. */
export function ManageReturnsPage() {
  const [query, setQuery] = useSearchParams();
  const search = searchOf(query);
  const list = useReturns(search);
  const lastDecision = useRef<HTMLDivElement>(null);
  const [decided, setDecided] = useState<Return | null>(null);
  const dialog = useDialogFor<{ returned: Return; action: Action }>(lastDecision);
  const { data: counts } = adminApi.useCountReturnsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });

  return (
    <div className="returns-admin">
      <DashboardHeading title="Manage Returns">
        {counts ? (
          <>
            <OrderCount of={counts.requested} /> to decide, <OrderCount of={counts.approved} /> to
            receive
          </>
        ) : (
          ''
        )}
      </DashboardHeading>
      <Views search={search} />
      <div className="list-tools order-tools">
        <SearchField
          label="Search returns"
          example="Number on the slip"
          words={search.number}
          onSearch={(number) => {
            setQuery(queryOf({ ...search, number }), { replace: true });
          }}
        />
      </div>
      {decided && <LastDecision of={decided} ref={lastDecision} />}
      <ListFrame
        key={queryOf(search).toString()}
        list={list}
        noun="returns"
        empty={
          <NoRows
            list={list}
            none={NONE}
            unmatched={
              search.number === ''
                ? search.view !== 'all' && search.view !== 'requested' && UNMATCHED
                : { ...UNMATCHED, text: 'Search by the full number on the slip.' }
            }
          />
        }
      >
        {(returns) => (
          <ReturnsTable
            returns={returns}
            onAct={(returned, action) => {
              setDecided(null);
              dialog.open({ returned, action });
            }}
          />
        )}
      </ListFrame>
      {dialog.row && <Dialog {...dialog.row} onDecided={setDecided} onClose={dialog.close} />}
    </div>
  );
}

const NONE = {
  title: 'No returns to decide',
  text: 'Returns that customers request appear here.',
};
const UNMATCHED = {
  title: 'No such returns',
  text: 'No return matches your filter.',
  all: 'Show all returns',
  to: paths.returnsToShow('all'),
};

/** The matching returns, one page at a time. */
function useReturns(search: ReturnSearch) {
  const unmatchable = !canBeFound(search);
  const pages = adminApi.useReturnsInfiniteQuery(choiceOf(search), {
    refetchOnMountOrArgChange: true,
    skip: unmatchable,
  });
  const list = useAdminList(pages);
  return unmatchable ? { ...list, rows: [], loaded: 0, problem: null, hasMore: false } : list;
}

/** A search by number looks at all returns, so no view is current. */
function Views({ search }: { search: ReturnSearch }) {
  return (
    <nav className="views" aria-label="Which returns">
      {RETURN_VIEWS.map(({ view, label }) => (
        <Link
          key={view}
          to={{ search: queryOf({ view, number: '' }).toString() }}
          aria-current={(search.number === '' && view === search.view) || undefined}
        >
          {label}
        </Link>
      ))}
      <Link to={paths.manageWithdrawals}>Withdrawals</Link>
    </nav>
  );
}

interface DialogProps {
  returned: Return;
  action: Action;
  onDecided: (returned: Return) => void;
  onClose: (done: boolean) => void;
}

function Dialog({ action, ...props }: DialogProps) {
  return action === 'receive' ? (
    <ReceiveDialog {...props} />
  ) : (
    <DecideDialog {...props} decision={action} />
  );
}

interface LastDecisionProps {
  of: Return;
  ref: RefObject<HTMLDivElement | null>;
}

/** The last decision. Shown because the row of its return may no longer match the filter. */
function LastDecision({ of: { number, state, name, refund }, ref }: LastDecisionProps) {
  const isApproved = state === 'approved';
  return (
    <div ref={ref} className="returns-news" tabIndex={-1}>
      <Alert tone={state === 'declined' ? 'info' : 'positive'}>
        <p>
          <Exact value={number} />{' '}
          {isApproved ? 'is approved.' : state === 'declined' ? 'is declined.' : 'is received.'}{' '}
          {refund ? (
            <>
              <Money dollars={refund.amount} /> {refund.done ? 'is refunded' : 'is being refunded'}{' '}
              to {name}.
            </>
          ) : (
            !isApproved && state !== 'declined' && 'Nothing is refunded.'
          )}
          {(isApproved || state === 'declined') && `We emailed ${name}.`}
        </p>
      </Alert>
    </div>
  );
}
