import { Printer } from 'lucide-react';
import { useLocation, useParams } from 'react-router-dom';
import type { CoreClaim } from '../../api/contract/generated-types';
import { isApiError, sentenceFor } from '../../api/contract/problem';
import { returnsApi } from '../../api/returns';
import { useEndedSession } from '../../api/session/session-hooks';
import { paths } from '../../lib/paths';
import { useOwnOrders } from '../../lib/session/own-orders';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { EmptyState } from '../../ui/messages/empty-state';
import { LoadError } from '../../ui/messages/load-error';
import { Loading } from '../../ui/messages/loading';
import { Slip } from './slip';

/** The printable slip for the old parts of an order. */
export function CoreSlipPage() {
  const { id = '' } = useParams();
  const own = useOwnOrders();
  const isInDashboard = useLocation().pathname.startsWith(paths.dashboard);
  const {
    currentData: claims,
    error,
    isFetching,
    refetch,
  } = returnsApi.useListCoresOfQuery({ id }, { refetchOnMountOrArgChange: true });
  useEndedSession(error, [401]);
  const isUnknown = isApiError(error) && [403, 404].includes(error.status as number);
  const isWaiting = claims === undefined && (error === undefined || isFetching);
  const owed = claims?.filter(({ owed: pieces }) => pieces > 0);
  const [first] = owed ?? [];
  const back = (
    <Link className="btn" to={isInDashboard ? paths.order(id) : paths.guestOrder(id)}>
      Back to the order
    </Link>
  );

  return (
    <>
      <div className="no-print">
        <DashboardHeading title="Slip for old parts" />
        <div className="actions document-actions">
          <Button
            look="primary"
            icon={<Printer className="icon" />}
            disabled={first === undefined}
            onClick={() => {
              window.print();
            }}
          >
            Print
          </Button>
          {first !== undefined && back}
        </div>
      </div>
      {isWaiting && <Loading>Loading the core charges</Loading>}
      {claims === undefined && isUnknown && !isFetching && (
        <EmptyState
          drawing="missing"
          title="There is no such order"
          action={
            <Link className="btn" to={own.all}>
              Your orders
            </Link>
          }
        >
          It belongs to another account, or the address is wrong.
        </EmptyState>
      )}
      {claims === undefined && error !== undefined && !isUnknown && !isFetching && (
        <LoadError title="The core charges did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </LoadError>
      )}
      {owed !== undefined && first === undefined && (
        <EmptyState drawing="empty" title="Nothing to print" action={back}>
          We do not wait for old parts of this order.
        </EmptyState>
      )}
      {owed !== undefined && first !== undefined && <CoreSlip first={first} owed={owed} />}
    </>
  );
}

function CoreSlip({ first, owed }: { first: CoreClaim; owed: CoreClaim[] }) {
  const number = first.orderNumber ?? first.order.slice(-6);
  return (
    <Slip
      label={`Slip for the old parts of ${number}`}
      kind="Old parts"
      number={number}
      address={paths.coresOfOrder(first.order)}
      lines={owed.map(({ line, product, owed: pieces }) => ({ line, product, pieces }))}
      firstStep="Drain any fluids, and pack the old parts in the boxes of the new ones."
      arrivesBy={first.dueAt}
    >
      {first.name}
    </Slip>
  );
}
