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
  const [deleteOrder] = shopApi.useDeleteOrderMutation();
  /** Paid or shipped by now: a retry would get the same response. */
  const [settled, setSettled] = useState(false);

  const confirm = async () => {
    const { data, error } = await deleteOrder({ key: order._id });
    if (data === undefined) {
      const tooLate = isNoLongerOpen(error);
      setSettled(tooLate);
      return tooLate ? orderNews.noLongerOpen : sentenceFor(error);
    }
    if (data.deletedCount > 0) notify.success(toasts.orderDeleted);
    else notify.info(orderNews.deletedBefore);
    return null;
  };

  return (
    <ConfirmDialog
      question={questions.deleteOwnOrder}
      confirm={
        settled ? null : { label: 'Delete', icon: <Trash2 className="icon" />, look: 'danger' }
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <b>
        {order.product}, <Count of={order.quantity} /> pieces
      </b>
      {!settled && ' will be removed. This cannot be undone.'}
    </ConfirmDialog>
  );
}
