import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { Order } from '../../../api/generated-types';
import { sentenceFor } from '../../../api/problem';
import { formatDollars } from '../../../lib/format';
import { orderName } from '../../../lib/orders';
import { orderNews, toasts } from '../../../lib/texts';
import { ConfirmDialog } from '../../../ui/controls/confirm-dialog';
import { notify } from '../../../ui/messages/notify';
import { refundable } from './order-rules';

interface RefundDialogProps {
  order: Order;
  onClose: (done: boolean) => void;
}

/** Asks before money goes back, naming the sum and the person: that cannot be undone. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const [refundOrder, { isLoading }] = adminApi.useRefundOrderMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const sum = formatDollars(refundable(order));
  const isShipped = order.status === 'shipped';

  const confirm = async () => {
    setProblem(null);
    const wanted = isShipped ? { id: order._id, afterShipping: true } : { id: order._id };
    const { data, error } = await refundOrder(wanted);
    if (data === undefined) {
      setProblem(sentenceFor(error));
      return;
    }
    if (data.modifiedCount > 0) notify.success(toasts.orderRefunded);
    else notify.info(orderNews.refundedBefore);
    onClose(true);
  };

  return (
    <ConfirmDialog
      question={`Refund ${sum} to ${order.name}?`}
      confirm={{
        label: `Refund ${sum}`,
        icon: <Undo2 className="icon" />,
        look: 'danger',
      }}
      busy={isLoading}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={() => {
        onClose(false);
      }}
    >
      <b>
        {orderName(order)}, {order.product}
      </b>{' '}
      {isShipped
        ? 'was shipped. The parts are not returned to stock.'
        : 'will be cancelled, and its parts return to stock.'}{' '}
      This cannot be undone.
    </ConfirmDialog>
  );
}
