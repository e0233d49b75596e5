import { type ReactNode, type RefObject, useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { Order } from '../../../api/generated-types';
import { isNoLongerOpen, sentenceFor } from '../../../api/problem';
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

export interface OrderDeeds {
  /** The orders that something is being done to: nothing else can be done meanwhile. */
  busy: ReadonlySet<string>;
  /** Those of them that are being shipped, and those that are being deleted. */
  shipping: ReadonlySet<string>;
  deleting: ReadonlySet<string>;
  ship: (order: Order) => void;
  /** Several at once; those that have to be looked at one by one are left out. */
  shipAll: (orders: Order[]) => void;
  refund: (order: Order) => void;
  remove: (order: Order) => void;
}

/**
 * What an admin does to orders: the deeds, and what they show on the page. Shipping is held for a while
 * and can be taken back; a refund asks; the browser itself asks before an order is deleted.
 * @param heading takes the focus when the button that had it is gone
 */
export function useOrderDeeds(heading: RefObject<HTMLElement | null>): {
  deeds: OrderDeeds;
  shown: ReactNode;
} {
  const [deleteOrder] = adminApi.useDeleteUnpaidOrderMutation();
  const [shipOrder] = adminApi.useShipOrderMutation();
  const { held, hold, undo, send } = useHeldShipments();
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const toRefund = useDialogFor<Order>(heading);
  const toShip = useDialogFor<{ orders: Order[]; leftOut: number }>(heading);
  /** What was taken back last: its form is filled in again as it was. */
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

  /** Of an order that has left, other tracking is saved at once. */
  const ship = async (shipments: Shipments): Promise<string | null> => {
    const { orders, carrier, trackingNumber } = shipments;
    const [order] = orders;
    if (order?.status === 'shipped') {
      const shipRequest = { status: 'shipped', carrier, trackingNumber };
      const { data, error } = await shipOrder({ id: order._id, shipRequest });
      if (data === undefined) return sentenceFor(error);
      notify.success('Tracking saved');
    }
    toShip.close(false);
    if (order?.status === 'pending') hold(shipments);
    return null;
  };

  const shipping = new Set(held?.orders.map(({ _id }) => _id));
  const deeds: OrderDeeds = {
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
          onCancel={() => {
            toShip.close(false);
          }}
        />
      )}
      {toRefund.row && <RefundDialog order={toRefund.row} onClose={toRefund.close} />}
    </>
  );
  return { deeds, shown };
}

/**
 * Where the money of refunded orders is. Nothing waits for it, and nothing is said where it is not
 * known: the overview has the refunds themselves, and says when they do not load.
 */
export function useRefundedMoney(orders: Order[] | undefined) {
  const wanted = orders?.some(({ state }) => state === 'refunded') ?? false;
  const { rows } = useAllRefunds({ skip: !wanted });

  return ({ transactionId }: Order): string | undefined => {
    // One order can have several, by line or by amount, before the one that ends it.
    const refunds = rows?.filter((refund) => refund.transactionId === transactionId) ?? [];
    if (transactionId === undefined || refunds.length === 0) return undefined;
    const open = refunds.filter(({ doneAt }) => doneAt === undefined);
    if (open.some(({ failures }) => failures > 0)) return 'refund has not succeeded yet';
    if (open.length > 0) return 'refund is on its way';
    const ends = refunds.flatMap(({ doneAt }) => (doneAt === undefined ? [] : [doneAt])).sort();
    return `refund completed ${formatDateTime(ends.at(-1) ?? '')}`;
  };
}
