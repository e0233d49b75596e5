import { TriangleAlert } from 'lucide-react';
import { adminApi } from '../../api/admin';
import type { UnmatchedPayment } from '../../api/generated-types';
import { sentenceFor } from '../../api/problem';
import { formatDollars } from '../../lib/money';
import { formatMoment } from '../../lib/moment';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notify';

const GIVE_BACK =
  'This shop does not know the order of this payment. Look it up in Stripe first. Give the money back?';

/** One payment without an order. An admin decides that it goes back. */
export function UnmatchedRow({ payment }: { payment: UnmatchedPayment }) {
  const { amount, confirmedAt, failures, foundAt, order, transactionId } = payment;
  const [refund, { isLoading }] = adminApi.useRefundUnmatchedPaymentMutation();

  const giveBack = async () => {
    if (!window.confirm(GIVE_BACK)) return;
    const { data, error } = await refund({ id: transactionId });
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.modifiedCount > 0) notify.success('Money is on its way back');
    else notify.info('This money was given back before.');
  };

  return (
    <>
      <div className="sum">
        <b>{formatDollars(amount)}</b>
        <Badge tone="warning" icon={TriangleAlert}>
          needs a look
        </Badge>
      </div>
      <p>
        Paid for order {order}, which this shop does not know. It was probably placed after the
        backup that was restored. Stripe knows it as <b>{transactionId}</b>.
      </p>
      {!confirmedAt && (
        <Button
          size="small"
          busy={isLoading}
          aria-label={`Give it back: ${transactionId}`}
          onClick={() => void giveBack()}
        >
          Give it back
        </Button>
      )}
      <span className="id">
        {!confirmedAt
          ? `Found ${formatMoment(foundAt)}`
          : `Going back since ${formatMoment(confirmedAt)}${failures > 0 ? ', being tried again' : ''}`}
      </span>
    </>
  );
}
