import { TriangleAlert } from 'lucide-react';
import { adminApi } from '../../api/admin';
import type { UnmatchedPayment } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { formatDateTime } from '../../lib/date-time';
import { Button } from '../../ui/controls/button';
import { Badge } from '../../ui/data/badge';
import { Exact, Money } from '../../ui/data/exact';
import { notify } from '../../ui/messages/notify';
import { Panel, panelIds, panelState, useMore } from './panel';

/** Payments for unknown orders; renders nothing while there are none. */
export function UnmatchedPayments() {
  const { shown, showMore } = useMore();
  const { onRetry, ...list } = panelState(
    adminApi.useListUnmatchedPaymentsQuery({}, { refetchOnMountOrArgChange: true }),
  );
  if (list.rows === undefined || list.rows.length === 0) return null;
  return (
    <Panel
      id={panelIds.payments}
      title="Payments without an order"
      aside={
        <span>
          <Exact value={list.rows.length} /> to review
        </span>
      }
      {...list}
      shown={shown}
      onMore={showMore}
      onRetry={onRetry}
      empty=""
      keyOf={({ transactionId }) => transactionId}
    >
      {(payment) => <UnmatchedRow payment={payment} />}
    </Panel>
  );
}

const REFUND_QUESTION =
  'This payment has no order in this shop. Look it up at the payment provider first. Refund it?';

/** A payment without an order. An admin decides to refund it. */
function UnmatchedRow({ payment }: { payment: UnmatchedPayment }) {
  const { amount, confirmedAt, failures, foundAt, order, transactionId } = payment;
  const [refund, { isLoading }] = adminApi.useRefundUnmatchedPaymentMutation();

  const refundPayment = async () => {
    if (!window.confirm(REFUND_QUESTION)) return;
    const { data, error } = await refund({ id: transactionId });
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.modifiedCount > 0) notify.success('Refund started');
    else notify.info('This was already refunded.');
  };

  return (
    <>
      <div className="sum">
        <b>
          <Money dollars={amount} />
        </b>
        <Badge tone="warning" icon={TriangleAlert}>
          needs attention
        </Badge>
      </div>
      <p>
        Paid for order {order}, which this shop does not know. It was probably placed after the
        backup that was restored. Its id at the provider is <b>{transactionId}</b>.
      </p>
      {!confirmedAt && (
        <Button
          size="small"
          busy={isLoading}
          aria-label={`Refund: ${transactionId}`}
          onClick={() => void refundPayment()}
        >
          Refund
        </Button>
      )}
      <span className="id">
        {!confirmedAt
          ? `Found ${formatDateTime(foundAt)}`
          : `Refund started ${formatDateTime(confirmedAt)}${failures > 0 ? ', being retried' : ''}`}
      </span>
    </>
  );
}
