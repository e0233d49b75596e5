import { adminApi } from '../../api/admin';
import type { Refund } from '../../api/generated-types';
import { sentenceFor } from '../../api/problem';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notify';

const CLOSE_REFUND =
  'Close this refund first, then send the money in another way. The payment provider is not asked again. Close it?';

/** For money that the payment provider cannot send: once this is closed, somebody sends it in another way. */
export function CloseRefund({ refund }: { refund: Refund }) {
  const [closeRefund, { isLoading }] = adminApi.useCloseRefundMutation();

  const close = async () => {
    if (!window.confirm(CLOSE_REFUND)) return;
    const { data, error } = await closeRefund({ id: refund._id });
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.modifiedCount > 0) notify.success('The refund is closed.');
    else notify.info('This money had gone back before.');
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
