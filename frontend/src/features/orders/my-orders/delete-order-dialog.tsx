import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { isNoLongerOpen, sentenceFor } from '../../../api/contract/problem';
import { orderNews, questions, toasts } from '../../../lib/texts';
import { ConfirmDialog } from '../../../ui/controls/confirm-dialog';
import { Count } from '../../../ui/data/exact';
import { notify } from '../../../ui/messages/notify';

interface DeleteOrderDialogProps {
  order: Order;
  onClose: (deleted: boolean) => void;
}

export function DeleteOrderDialog({ order, onClose }: DeleteOrderDialogProps) {
  const [deleteOrder, { isLoading }] = shopApi.useDeleteOrderMutation();
  const [problem, setProblem] = useState<string | null>(null);
  /** Paid or shipped by now: a retry would get the same response. */
  const [settled, setSettled] = useState(false);

  const confirm = async () => {
    setProblem(null);
    const { data, error } = await deleteOrder({ key: order._id });
    if (data === undefined) {
      const tooLate = isNoLongerOpen(error);
      setSettled(tooLate);
      setProblem(tooLate ? orderNews.noLongerOpen : sentenceFor(error));
      return;
    }
    if (data.deletedCount > 0) notify.success(toasts.orderDeleted);
    else notify.info(orderNews.deletedBefore);
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
        {order.product}, <Count of={order.quantity} /> pieces
      </b>
      {!settled && ' will be removed. This cannot be undone.'}
    </ConfirmDialog>
  );
}
