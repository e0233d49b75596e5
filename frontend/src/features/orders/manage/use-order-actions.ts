import { type RefObject, useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { Order } from '../../../api/generated-types';
import { codeOf, isNoLongerOpen, sentenceFor } from '../../../api/problem';
import { useAllRefunds } from '../../../api/use-all-refunds';
import { formatDateTime } from '../../../lib/date-time';
import { orderNews, questions, toasts } from '../../../lib/texts';
import { notify } from '../../../ui/messages/notify';

const REFUND_SHIPPED = 'This order was shipped. Refund it? The parts are not returned to stock.';

/**
 * What an admin does to orders, straight from their row. The browser itself asks before an order
 * is deleted or refunded, and before one is shipped that nobody has paid for.
 * @param heading takes the focus when the button that had it is gone
 */
export function useOrderActions(heading: RefObject<HTMLElement | null>) {
  const [shipOrder] = adminApi.useShipOrderMutation();
  const [deleteOrder] = adminApi.useDeleteUnpaidOrderMutation();
  const [refundOrder] = adminApi.useRefundOrderMutation();
  /** The orders that something is being done to. */
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());

  const during = async <Answer>(order: Order, action: Promise<Answer>) => {
    setBusy((before) => new Set(before).add(order._id));
    const answer = await action;
    setBusy((before) => new Set([...before].filter((id) => id !== order._id)));
    return answer;
  };

  const ship = async (order: Order) => {
    if (!order.paid && !window.confirm(questions.shipUnpaidOrder)) return;
    let { data, error } = await during(
      order,
      shipOrder({ id: order._id, shipRequest: { status: 'shipped' } }),
    );
    if (codeOf(error) === 'shipping_needs_confirmation') {
      if (!window.confirm(`${sentenceFor(error)} Ship it anyway?`)) return;
      ({ data, error } = await during(
        order,
        shipOrder({ id: order._id, shipRequest: { status: 'shipped', anyway: true } }),
      ));
    }
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.modifiedCount > 0) notify.success(toasts.orderShipped);
    else notify.info(orderNews.shippedBefore);
    if (data !== undefined) heading.current?.focus();
  };

  const remove = async (order: Order) => {
    if (!window.confirm(questions.deleteCustomerOrder)) return;
    const { data, error } = await during(order, deleteOrder({ id: order._id }));
    if (data === undefined)
      notify.error(isNoLongerOpen(error) ? orderNews.noLongerOpen : sentenceFor(error));
    else if (data.deletedCount > 0) notify.success(toasts.orderDeleted);
    else notify.info(orderNews.deletedBefore);
    if (data !== undefined) heading.current?.focus();
  };

  const refund = async (order: Order) => {
    const shipped = order.status === 'shipped';
    if (!window.confirm(shipped ? REFUND_SHIPPED : questions.refundOrder)) return;
    const wanted = shipped ? { id: order._id, afterShipping: true } : { id: order._id };
    const { data, error } = await during(order, refundOrder(wanted));
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.modifiedCount > 0) notify.success(toasts.orderRefunded);
    else notify.info(orderNews.refundedBefore);
    if (data !== undefined) heading.current?.focus();
  };

  return { ship, remove, refund, busy };
}

/**
 * Where the money of refunded orders is. Nothing waits for it, and nothing is said where it is not
 * known: the overview has the refunds themselves, and says when they do not load.
 */
export function useRefundedMoney(orders: Order[] | undefined) {
  const wanted = orders?.some(({ state }) => state === 'refunded') ?? false;
  const { rows } = useAllRefunds({ skip: !wanted });
  const refunds = new Map(rows?.map((refund) => [refund.transactionId, refund]));

  return ({ transactionId }: Order): string | undefined => {
    const refund = transactionId ? refunds.get(transactionId) : undefined;
    if (!refund) return undefined;
    if (refund.doneAt) return `refund completed ${formatDateTime(refund.doneAt)}`;
    return refund.failures > 0 ? 'refund has not succeeded yet' : 'refund is on its way';
  };
}
