import type { Refund } from '../../api/generated';
import { sentenceFor } from '../../api/problem';
import { refundsApi } from '../../api/refunds';
import { orderNews, questions } from '../../lib/texts';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notify';

/** For money that the payment provider cannot send: once this is closed, somebody sends it in another way. */
export function CloseRefund({ refund }: { refund: Refund }) {
  const [closeRefund, { isLoading }] = refundsApi.useCloseRefundMutation();

  const close = async () => {
    if (!window.confirm(questions.closeRefund)) return;
    const { data, error } = await closeRefund({ id: refund._id });
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.modifiedCount > 0) notify.success(orderNews.refundClosed);
    else notify.info(orderNews.refundDoneBefore);
  };

  return (
    <Button
      size="small"
      busy={isLoading}
      aria-label={`Send it another way: ${refund.transactionId}`}
      onClick={() => void close()}
    >
      Send it another way
    </Button>
  );
}
