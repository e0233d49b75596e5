import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '../../api/generated';
import { shopApi } from '../../api/index';
import { codeOf, sentenceFor } from '../../api/problem';
import { formatCount } from '../../lib/money';
import { questions, toasts } from '../../lib/texts';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/notify';

interface DeleteOrderDialogProps {
  order: Order;
  onClose: (deleted: boolean) => void;
}

const ALREADY_GONE = 'This order was deleted before.';
const NO_LONGER_OPEN = 'This order has been paid or shipped meanwhile, so it stays.';

export function DeleteOrderDialog({ order, onClose }: DeleteOrderDialogProps) {
  const [deleteOrder, { isLoading }] = shopApi.useDeleteOrderMutation();
  const [problem, setProblem] = useState<string | null>(null);
  /** Paid or shipped meanwhile: asking again would get the same answer. */
  const [settled, setSettled] = useState(false);

  const confirm = async () => {
    setProblem(null);
    const { data, error } = await deleteOrder({ key: order._id });
    if (data === undefined) {
      const code = codeOf(error);
      const tooLate = code === 'order_already_paid' || code === 'order_already_shipped';
      setSettled(tooLate);
      setProblem(tooLate ? NO_LONGER_OPEN : sentenceFor(error));
      return;
    }
    if (data.deletedCount > 0) notify.success(toasts.orderDeleted);
    else notify.info(ALREADY_GONE);
    onClose(true);
  };

  return (
    <ConfirmDialog
      question={questions.deleteOwnOrder}
      confirm={
        settled ? null : { label: 'Delete', icon: <Trash2 className="icon" />, look: 'danger' }
      }
      busy={isLoading}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={() => {
        onClose(false);
      }}
    >
      <b>
        {order.product}, {formatCount(order.quantity)} pieces
      </b>
      {!settled && ' will be removed. This cannot be undone.'}
    </ConfirmDialog>
  );
}
