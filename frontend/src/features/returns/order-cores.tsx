import { Printer } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { Order } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { returnsApi } from '../../api/returns';
import { paths } from '../../lib/paths';
import { isLinked } from '../../lib/session/order-links';
import { selectGuest } from '../../lib/session/session-slice';
import { Link } from '../../ui/controls/link';
import { LoadError } from '../../ui/messages/load-error';
import { CoreStates, hasStates } from './core-states';
import { mayHaveReturns } from './return-rules';
import './returns.css';

interface OrderCoresProps {
  order: Order;
  /** The reader is the customer; admins also see the orders of others. */
  isOwn: boolean;
}

/** The core charges of a shipped order, which its customer gets back for the old parts. */
export function OrderCores({ order, isOwn }: OrderCoresProps) {
  const hasCores = order.lines.some(({ core }) => core !== undefined);
  return hasCores && mayHaveReturns(order) ? <Cores order={order} isOwn={isOwn} /> : null;
}

function Cores({ order: { _id: id }, isOwn }: OrderCoresProps) {
  const {
    currentData: claims,
    error,
    isFetching,
    refetch,
  } = returnsApi.useListCoresOfQuery({ id }, { refetchOnMountOrArgChange: true });
  const isGuest = useSelector(selectGuest) !== null;

  if (claims === undefined) {
    if (error === undefined || isFetching) return null;
    return (
      <LoadError level={2} title="The core charges did not load" onRetry={() => void refetch()}>
        {sentenceFor(error)}
      </LoadError>
    );
  }
  const open = claims.filter(hasStates);
  if (open.length === 0) return null;
  const isOwed = open.some(({ owed }) => owed > 0);
  return (
    <section className="returns-section no-print" aria-labelledby="order-cores">
      <h2 id="order-cores">Core charges</h2>
      {isOwn && isOwed && <p>Send the old parts back, and we refund their core charges.</p>}
      <ul className="returns-list" aria-label="Core charges of this order">
        {open.map((claim) => (
          <li key={claim._id}>
            <h3>{claim.product}</h3>
            <CoreStates of={claim} />
          </li>
        ))}
      </ul>
      <div className="actions">
        {isOwed && (
          <Link
            className="btn btn-sm"
            to={isGuest || isLinked(id) ? paths.guestCoreSlip(id) : paths.coreSlip(id)}
          >
            <Printer className="icon" />
            Print slip for old parts
          </Link>
        )}
        {!isOwn && (
          <Link className="btn btn-sm" to={paths.coresOfOrder(id)}>
            Decide about old parts
          </Link>
        )}
      </div>
    </section>
  );
}
