import { Clock, TriangleAlert } from 'lucide-react';
import { adminApi } from '../../api/admin';
import type { Refund } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { useAllRefunds } from '../../api/use-all-refunds';
import { formatDateTime } from '../../lib/date-time';
import { formatCount } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Badge } from '../../ui/data/badge';
import { Count, Money } from '../../ui/data/exact';
import { notify } from '../../ui/messages/notify';
import { Panel, panelIds, useMore } from './panel';

/** Refunds that need an admin come first, then pending ones. */
const urgency = ({ doneAt, failures }: Refund) => (doneAt ? 2 : failures > 0 ? 0 : 1);

/** Refunds to customers. */
export function Refunds() {
  const { shown, showMore } = useMore();
  const { rows: all, problem, fetching, hasMore, refetch } = useAllRefunds();
  const rows = all && [...all].sort((one, other) => urgency(one) - urgency(other));
  const open = all?.filter(({ doneAt }) => !doneAt).length ?? 0;
  return (
    <Panel
      id={panelIds.refunds}
      title="Refunds"
      aside={
        rows &&
        rows.length > 0 && (
          <span>
            <Count of={open} more={hasMore} /> pending
          </span>
        )
      }
      rows={rows}
      shown={shown}
      onMore={showMore}
      problem={problem}
      fetching={fetching}
      onRetry={refetch}
      empty="No refunds yet."
      keyOf={({ _id }) => _id}
    >
      {(refund) => <RefundRow refund={refund} />}
    </Panel>
  );
}

const REASONS: Record<Refund['reason'], string> = {
  orderDeleted: 'The payment arrived after the order was deleted.',
  paidTwice: 'The order was paid twice.',
  soldOut: 'The payment arrived too late: the parts had been sold to someone else.',
  couponReused:
    'The card or the delivery address was used with another coupon; the order is unpaid.',
  byAdmin: 'An admin refunded the order.',
  linesCancelled: 'An admin removed pieces from the order before it was shipped.',
  returned: 'Pieces were returned after the order was shipped.',
  goodwill: 'An admin refunded part of the price.',
};

const times = (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`);

/** A refund's status, and what happens next automatically. */
function inWords({ byHand, dueAt, doneAt, nextTryAt, failures }: Refund): string {
  if (doneAt && byHand) return `Refunded manually ${formatDateTime(doneAt)}`;
  if (doneAt) return `Refunded ${formatDateTime(doneAt)}`;
  if (failures === 0) return `On its way since ${formatDateTime(dueAt)}`;
  // A due retry starts within a minute, and then takes as long as the bank does.
  if (!nextTryAt || new Date(nextTryAt) <= new Date()) return 'Being retried now';
  return `Being retried, next at ${formatDateTime(nextTryAt)}`;
}

/** A refund. A pending one is marked with the party it is waiting for. */
function RefundRow({ refund }: { refund: Refund }) {
  const { amount, doneAt, failures, order, reason, transactionId } = refund;
  const stuck = !doneAt && failures > 0;
  return (
    <>
      <div className="sum">
        <b>
          <Money dollars={amount} />
        </b>
        {stuck && (
          <Badge tone="warning" icon={TriangleAlert}>
            needs attention
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
          <p className="problem">
            The payment provider has failed to make this refund {times(failures)}. Please check it
            there: <b>{transactionId}</b>
          </p>
          <CloseRefund refund={refund} />
        </>
      )}
      <span className="id">{inWords(refund)}</span>
      {/* A deleted order is in no list. */}
      {reason === 'orderDeleted' ? (
        <span className="id">Order {order}</span>
      ) : (
        <Link className="text-link" to={paths.orderToManage(order)}>
          Order {order}
        </Link>
      )}
    </>
  );
}

const CLOSE_REFUND =
  'Close this refund? The payment provider will not be asked again, so send the money manually.';

/** For money the payment provider cannot send: after closing it, an admin sends it another way. */
function CloseRefund({ refund }: { refund: Refund }) {
  const [closeRefund, { isLoading }] = adminApi.useCloseRefundMutation();

  const close = async () => {
    if (!window.confirm(CLOSE_REFUND)) return;
    const { data, error } = await closeRefund({ id: refund._id });
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.modifiedCount > 0) notify.success('Refund closed.');
    else notify.info('This was already refunded.');
  };

  return (
    <Button
      size="small"
      busy={isLoading}
      aria-label={`Refund manually: ${refund.transactionId}`}
      onClick={() => void close()}
    >
      Refund manually
    </Button>
  );
}
