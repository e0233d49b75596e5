import { useState } from 'react';
import type { Order } from '../../api/generated';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { toasts } from '../../lib/texts';
import { notify } from '../../ui/notify';

/** Marks orders as shipped, straight from their row. */
export function useShipping() {
  const [shipOrder] = shopApi.useShipOrderMutation();
  /** The orders on their way to being shipped. */
  const [shipping, setShipping] = useState<ReadonlySet<string>>(new Set());

  const ship = async (order: Order) => {
    setShipping((before) => new Set(before).add(order._id));
    const { error } = await shipOrder({ id: order._id, shipRequest: { status: 'shipped' } });
    setShipping((before) => new Set([...before].filter((id) => id !== order._id)));
    if (error) notify.error(sentenceFor(error));
    else notify.success(toasts.orderShipped);
  };

  return { ship, shipping };
}
