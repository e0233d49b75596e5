import { type ReactNode, type RefObject, useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { Order } from '../../../api/contract/generated-types';
import { isNoLongerOpen, sentenceFor } from '../../../api/contract/problem';
import { useAllRefunds } from '../../../api/use-all-refunds';
import { formatDateTime } from '../../../lib/date-time';
import { orderNews, questions, toasts } from '../../../lib/texts';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { notify } from '../../../ui/messages/notify';
import { HeldShipment } from './held-shipment';
import { isPlainToShip } from './order-rules';
import { RefundDialog } from './refund-dialog';
import { ShipDialog } from './ship-dialog';
import { type Shipments, useHeldShipments } from './use-held-shipments';

export interface OrderActions {
  /** Orders with a pending action, which blocks all others. */
  busy: ReadonlySet<string>;
  /** The busy orders that are being shipped. */
  shipping: ReadonlySet<string>;
  /** The busy orders that are being deleted. */
  deleting: ReadonlySet<string>;
  ship: (order: Order) => void;
  /** Ships several at once; skips those that need a review. */
  shipAll: (orders: Order[]) => void;
  refund: (order: Order) => void;
  remove: (order: Order) => void;
}

/**
 * The admin actions on orders, and their dialogs. Shipping is delayed and can be undone; refunds
 * ask for confirmation; deletions use the browser's own confirmation.
 * @param heading receives the focus when the button that had it is gone
 */
export function useOrderActions(heading: RefObject<HTMLElement | null>): {
  actions: OrderActions;
  shown: ReactNode;
} {
  const [deleteOrder] = adminApi.useDeleteUnpaidOrderMutation();
  const [shipOrder] = adminApi.useShipOrderMutation();
  const { held, hold, undo, send } = useHeldShipments();
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const toRefund = useDialogFor<Order>(heading);
  const toShip = useDialogFor<{ orders: Order[]; leftOut: number }>(heading);
  /** The last undone shipment, to prefill the dialog. */
  const [undone, setUndone] = useState<Shipments | null>(null);

  const remove = async (order: Order) => {
    if (!window.confirm(questions.deleteCustomerOrder)) return;
    setDeleting((before) => new Set(before).add(order._id));
    const { data, error } = await deleteOrder({ id: order._id });
    setDeleting((before) => new Set([...before].filter((id) => id !== order._id)));
    if (data === undefined)
      notify.error(isNoLongerOpen(error) ? orderNews.noLongerOpen : sentenceFor(error));
    else if (data.deletedCount > 0) notify.success(toasts.orderDeleted);
    else notify.info(orderNews.deletedBefore);
    if (data !== undefined) heading.current?.focus();
  };

  /** For a shipped order, new tracking is saved immediately. */
  const ship = async (shipments: Shipments): Promise<string | null> => {
    const { orders, carrier, trackingNumber } = shipments;
    const [order] = orders;
    if (order?.status === 'shipped') {
      const shipRequest = { status: 'shipped', carrier, trackingNumber };
      const { data, error } = await shipOrder({ id: order._id, shipRequest });
      if (data === undefined) return sentenceFor(error);
      notify.success('Tracking saved');
    }
    // Closing moves the focus, so it comes first: the held shipment takes the focus next.
    toShip.close(false);
    if (order?.status === 'pending') hold(shipments);
    return null;
  };

  const shipping = new Set(held?.orders.map(({ _id }) => _id));
  const actions: OrderActions = {
    busy: new Set([...deleting, ...shipping]),
    shipping,
    deleting,
    ship: (order) => {
      toShip.open({ orders: [order], leftOut: 0 });
    },
    shipAll: (orders) => {
      const plain = orders.filter(isPlainToShip);
      toShip.open({ orders: plain, leftOut: orders.length - plain.length });
    },
    refund: toRefund.open,
    remove: (order) => void remove(order),
  };

  const shown = (
    <>
      {held && (
        <HeldShipment
          shipments={held}
          onUndo={() => {
            setUndone(held);
            undo();
          }}
          onSend={send}
          heading={heading}
        />
      )}
      {toShip.row && (
        <ShipDialog
          {...toShip.row}
          undone={undone}
          onShip={ship}
          onClose={() => {
            toShip.close(false);
          }}
        />
      )}
      {toRefund.row && <RefundDialog order={toRefund.row} onClose={toRefund.close} />}
    </>
  );
  return { actions, shown };
}

/**
 * The refund state of refunded orders. Optional: errors are not shown here, because the overview
 * lists the refunds and their errors.
 */
export function useRefundedMoney(orders: Order[] | undefined) {
  const wanted = orders?.some(({ state }) => state === 'refunded') ?? false;
  const { rows } = useAllRefunds({ skip: !wanted });

  return ({ transactionId }: Order): string | undefined => {
    // An order can have several partial refunds before the final one.
    const refunds = rows?.filter((refund) => refund.transactionId === transactionId) ?? [];
    if (transactionId === undefined || refunds.length === 0) return undefined;
    const open = refunds.filter(({ doneAt }) => doneAt === undefined);
    if (open.some(({ failures }) => failures > 0)) return 'refund has not succeeded yet';
    if (open.length > 0) return 'refund is on its way';
    const ends = refunds.flatMap(({ doneAt }) => (doneAt === undefined ? [] : [doneAt])).sort();
    return `refund completed ${formatDateTime(ends.at(-1) ?? '')}`;
  };
}
