import { useState } from 'react';
import type { Order } from '../../api/generated';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { questions, toasts } from '../../lib/texts';
import { notify } from '../../ui/notify';

/** What an admin does to orders, straight from their row. The browser itself asks before an order
 * is deleted, and before one is shipped that nobody has paid for. */
export function useOrderActions() {
  const [shipOrder] = shopApi.useShipOrderMutation();
  const [deleteOrder] = shopApi.useDeleteUnpaidOrderMutation();
  /** The orders that something is being done to. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  const act = async (order: Order, action: () => Promise<{ error?: unknown }>, done: string) => {
    setBusy((before) => new Set(before).add(order._id));
    const { error } = await action();
    setBusy((before) => new Set([...before].filter((id) => id !== order._id)));
    if (error) notify.error(sentenceFor(error));
    else notify.success(done);
  };

  const ship = async (order: Order) => {
    if (!order.paid && !window.confirm(questions.shipUnpaidOrder)) return;
    await act(
      order,
      () => shipOrder({ id: order._id, shipRequest: { status: 'shipped' } }),
      toasts.orderShipped,
    );
  };

  const remove = async (order: Order) => {
    if (!window.confirm(questions.deleteCustomerOrder)) return;
    await act(order, () => deleteOrder({ id: order._id }), toasts.orderDeleted);
  };

  return { ship, remove, busy };
}
