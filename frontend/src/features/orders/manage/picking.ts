import type { Order } from '../../../api/generated-types';
import { orderName } from '../../../lib/orders';

interface ToFetch {
  /** The part's id, and its title when it was ordered. */
  part: string;
  product: string;
  pieces: number;
  /** What the orders are called that it goes into. */
  orders: string[];
}

/** The parts of several orders, each once, by title. */
export function piecesToFetch(orders: Order[]): ToFetch[] {
  const parts = new Map<string, ToFetch>();
  for (const order of orders) {
    for (const { part, product, quantity } of order.lines) {
      const known = parts.get(part) ?? { part, product, pieces: 0, orders: [] };
      parts.set(part, {
        ...known,
        pieces: known.pieces + quantity,
        orders: [...known.orders, orderName(order)],
      });
    }
  }
  return [...parts.values()].sort((one, other) => one.product.localeCompare(other.product));
}
