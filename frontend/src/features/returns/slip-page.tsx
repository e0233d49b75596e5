import { Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';
import type { Return } from '../../api/contract/generated-types';
import { isApiError, sentenceFor } from '../../api/contract/problem';
import { returnsApi } from '../../api/returns';
import { useEndedSession } from '../../api/session/session-hooks';
import { paths } from '../../lib/paths';
import { useOwnOrders } from '../../lib/session/own-orders';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Exact } from '../../ui/data/exact';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { EmptyState } from '../../ui/messages/empty-state';
import { LoadError } from '../../ui/messages/load-error';
import { Loading } from '../../ui/messages/loading';
import { Slip } from './slip';

/** The printable slip of an approved return, for the parcel. */
export function SlipPage() {
  const { id = '', order } = useParams();
  const {
    currentData: returned,
    error,
    isFetching,
    refetch,
  } = returnsApi.useReturnByIdQuery({ id, order }, { refetchOnMountOrArgChange: true });
  useEndedSession(error, order === undefined ? [401] : []);
  const isUnknown = isApiError(error) && [403, 404].includes(error.status as number);
  const back =
    order === undefined ? returned && paths.order(returned.order) : paths.guestOrder(order);

  return (
    <>
      <div className="no-print">
        <DashboardHeading title="Return slip" />
        <div className="actions document-actions">
          <Button
            look="primary"
            icon={<Printer className="icon" />}
            disabled={returned?.state !== 'approved'}
            onClick={() => {
              window.print();
            }}
          >
            Print
          </Button>
          {back !== undefined && (
            <Link className="btn" to={back}>
              Back to the order
            </Link>
          )}
        </div>
      </div>
      {returned === undefined && (error === undefined || isFetching) && (
        <Loading>Loading the return</Loading>
      )}
      {returned === undefined && isUnknown && !isFetching && (
        <EmptyState drawing="missing" title="There is no such return" action={<Orders />}>
          It belongs to another account, or the address is wrong.
        </EmptyState>
      )}
      {returned === undefined && error !== undefined && !isUnknown && !isFetching && (
        <LoadError title="The return did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </LoadError>
      )}
      {returned?.state === 'approved' && <ReturnSlip returned={returned} />}
      {returned !== undefined && returned.state !== 'approved' && (
        <EmptyState drawing="empty" title="Nothing to print" action={<Orders />}>
          Only approved returns have a slip. The order shows the state of this one.
        </EmptyState>
      )}
    </>
  );
}

function Orders() {
  const own = useOwnOrders();
  return (
    <Link className="btn" to={own.all}>
      Your orders
    </Link>
  );
}

function ReturnSlip({ returned }: { returned: Return }) {
  const { number, orderNumber, name, lines, arrivesBy } = returned;
  return (
    <Slip
      label={`Return slip of ${number}`}
      kind="Return"
      number={number}
      address={paths.returnToManage(number)}
      lines={lines}
      firstStep="Pack the parts as you received them, in their own boxes."
      arrivesBy={arrivesBy}
    >
      {orderNumber !== undefined && (
        <>
          Order <Exact value={orderNumber} />,{' '}
        </>
      )}
      {name}
    </Slip>
  );
}
