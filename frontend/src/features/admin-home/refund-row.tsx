import { Clock, TriangleAlert } from 'lucide-react';
import { Link, createSearchParams } from 'react-router-dom';
import type { Refund } from '../../api/generated-types';
import { formatCount, formatDollars } from '../../lib/money';
import { formatMoment } from '../../lib/moment';
import { paths } from '../../lib/paths';
import { Badge } from '../../ui/badge';
import { CloseRefund } from './close-refund';

const REASONS: Record<Refund['reason'], string> = {
  orderDeleted: 'The payment arrived after the order was deleted.',
  paidTwice: 'The order had been paid before, so it was paid twice.',
  soldOut: 'The payment arrived too late: the pieces had been sold to somebody else.',
  byAdmin: 'An admin gave the money back.',
};

const times = (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`);

/** How far it has come, and what happens next by itself. */
function inWords({ byHand, dueAt, doneAt, nextTryAt, failures }: Refund): string {
  if (doneAt && byHand) return `Sent another way ${formatMoment(doneAt)}`;
  if (doneAt) return `Went back ${formatMoment(doneAt)}`;
  if (failures === 0) return `On its way since ${formatMoment(dueAt)}`;
  // A try that came due is made within a minute, and then takes as long as the bank does.
  if (!nextTryAt || new Date(nextTryAt) <= new Date()) return 'Being tried again now';
  return `Being tried again, next at ${formatMoment(nextTryAt)}`;
}

/** One payment that goes back. What is not done yet is marked, and says whom it waits for. */
export function RefundRow({ refund }: { refund: Refund }) {
  const { amount, doneAt, failures, order, reason, transactionId } = refund;
  const stuck = !doneAt && failures > 0;
  return (
    <>
      <div className="sum">
        <b>{formatDollars(amount)}</b>
        {stuck && (
          <Badge tone="warning" icon={TriangleAlert}>
            needs a look
          </Badge>
        )}
        {!doneAt && !stuck && (
          <Badge tone="info" icon={Clock}>
            on its way
          </Badge>
        )}
      </div>
      <p>{REASONS[reason]}</p>
      {stuck && (
        <>
          <p className="trouble">
            The payment provider could not carry it out {times(failures)}. Please look at it in
            Stripe: <b>{transactionId}</b>
          </p>
          <CloseRefund refund={refund} />
        </>
      )}
      <span className="id">{inWords(refund)}</span>
      {/* A deleted order is in no list. */}
      {reason === 'orderDeleted' ? (
        <span className="id">Order {order}</span>
      ) : (
        <Link
          className="text-link"
          to={{ pathname: paths.manageOrders, search: createSearchParams({ q: order }).toString() }}
        >
          Order {order}
        </Link>
      )}
    </>
  );
}
