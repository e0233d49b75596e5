import type { Order } from '../../api/generated-types';
import { ordersIn } from '../../lib/order-views';

/** Orders of a view whose product, customer or id holds the words. */
export function filterOrders(orders: Order[], view: string, words: string): Order[] {
  const sought = words.trim().toLowerCase();
  return ordersIn(view, orders).filter((order) =>
    [order.product, order.name, order.email, order._id].some((text) =>
      text.toLowerCase().includes(sought),
    ),
  );
}
