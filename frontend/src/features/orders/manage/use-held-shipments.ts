import { useCallback, useEffect, useRef, useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { Order } from '../../../api/contract/generated-types';
import { sentenceFor } from '../../../api/contract/problem';
import { useShopDispatch } from '../../../api/session/session-hooks';
import { countThings } from '../../../lib/format';
import { orderName } from '../../../lib/orders';
import { orderNews, toasts } from '../../../lib/texts';
import { notify } from '../../../ui/messages/notify';
import { needsConfirmation } from './order-rules';

/** How long a shipment can be undone. */
export const HELD_MS = 10_000;

export interface Shipments {
  orders: Order[];
  /** As in the API; undefined if the shop did not enter it. */
  carrier?: string;
  trackingNumber?: string;
}

/**
 * Shipments that are requested but not sent yet: they are sent when the time is up, the page is
 * left, or others are requested.
 */
export function useHeldShipments() {
  const dispatch = useShopDispatch();
  const [held, setHeld] = useState<Shipments | null>(null);
  /** A ref to the same, for use outside rendering. */
  const waiting = useRef<Shipments | null>(null);

  const send = useCallback(() => {
    const shipments = waiting.current;
    if (shipments === null) return;
    waiting.current = null;
    setHeld(null);
    void sendAll(shipments, (order, request) =>
      dispatch(
        adminApi.endpoints.shipOrder.initiate(
          { id: order._id, shipRequest: request },
          { track: false },
        ),
      ),
    );
  }, [dispatch]);

  const hold = (shipments: Shipments) => {
    send();
    waiting.current = shipments;
    setHeld(shipments);
  };

  const undo = () => {
    waiting.current = null;
    setHeld(null);
  };

  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(send, HELD_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [held, send]);

  useEffect(() => {
    window.addEventListener('pagehide', send);
    return () => {
      window.removeEventListener('pagehide', send);
      // Navigation to another screen of the shop.
      send();
    };
  }, [send]);

  return { held, hold, undo, send };
}

interface Request {
  status: 'shipped';
  carrier?: string;
  trackingNumber?: string;
  anyway?: true;
}
type Answer = Promise<{ data?: { modifiedCount: number }; error?: unknown }>;

/** In parallel, because the page may be about to close. */
async function sendAll(
  { orders, carrier, trackingNumber }: Shipments,
  ship: (order: Order, request: Request) => Answer,
): Promise<void> {
  const answers = await Promise.all(
    orders.map(async (order) => {
      const answer = await ship(order, {
        status: 'shipped',
        ...(carrier !== undefined && { carrier }),
        ...(trackingNumber !== undefined && { trackingNumber }),
        // The admin has already seen the warning.
        ...(needsConfirmation(order) && { anyway: true as const }),
      });
      return { order, ...answer };
    }),
  );
  for (const { order, data, error } of answers) {
    if (data === undefined) notify.error(`${orderName(order)}: ${sentenceFor(error)}`);
  }
  const shipped = answers.filter(({ data }) => (data?.modifiedCount ?? 0) > 0).length;
  const before = answers.filter(({ data }) => data?.modifiedCount === 0).length;
  if (shipped > 0) {
    notify.success(
      orders.length === 1
        ? toasts.orderShipped
        : `${countThings(shipped, false, 'order', 'orders')} shipped`,
    );
  }
  if (before > 0) notify.info(orderNews.shippedBefore);
}
