import { Trash2, Truck } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '../../api/generated';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { questions, toasts } from '../../lib/texts';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/notify';

export interface OrderQuestion {
  kind: 'delete' | 'ship-unpaid';
  order: Order;
}

interface OrderDialogProps {
  question: OrderQuestion;
  onClose: (done: boolean) => void;
}

/** Asks before an order is deleted, and before one is shipped that nobody has paid for. */
export function OrderDialog({ question: { kind, order }, onClose }: OrderDialogProps) {
  const [deleteOrder, deletion] = shopApi.useDeleteUnpaidOrderMutation();
  const [shipOrder, shipment] = shopApi.useShipOrderMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const deleting = kind === 'delete';

  const confirm = async () => {
    setProblem(null);
    const { error } = deleting
      ? await deleteOrder({ id: order._id })
      : await shipOrder({ id: order._id, shipRequest: { status: 'shipped' } });
    if (error) {
      setProblem(sentenceFor(error));
      return;
    }
    notify.success(deleting ? toasts.orderDeleted : toasts.orderShipped);
    onClose(true);
  };

  return (
    <ConfirmDialog
      question={deleting ? questions.deleteCustomerOrder : questions.shipUnpaidOrder}
      confirm={
        deleting
          ? { label: 'Delete', icon: <Trash2 className="icon" />, look: 'danger' }
          : { label: 'ship', icon: <Truck className="icon" />, look: 'primary' }
      }
      busy={deletion.isLoading || shipment.isLoading}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={() => {
        onClose(false);
      }}
    >
      <b>
        {order.product}, {order.quantity} pieces
      </b>{' '}
      for {order.name}.
    </ConfirmDialog>
  );
}
