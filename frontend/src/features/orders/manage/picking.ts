import type { AgreedFit, Order } from '../../../api/contract/generated-types';
import { formatCount } from '../../../lib/format';
import { keptOf, orderName } from '../../../lib/orders';

export interface ToFetch {
  /** The part's id, and its title when it was ordered. */
  part: string;
  product: string;
  /** The orders it is for: their names, the pieces for each, and the car. */
  orders: { name: string; pieces: number; fit?: AgreedFit }[];
}

/**
 * The parts of several orders, each once, sorted by title. Excludes pieces refunded before
 * shipping.
 */
export function piecesToFetch(orders: Order[]): ToFetch[] {
  const parts = new Map<string, ToFetch>();
  for (const order of orders) {
    for (const line of order.lines) {
      const { part, product, fit } = line;
      const pieces = keptOf(line);
      if (pieces === 0) continue;
      const known = parts.get(part) ?? { part, product, orders: [] };
      parts.set(part, {
        ...known,
        orders: [...known.orders, { name: orderName(order), pieces, fit }],
      });
    }
  }
  return [...parts.values()].sort((one, other) => one.product.localeCompare(other.product));
}

/** `13`, or `10 + 3 = 13`, in the sequence of the orders. */
export function sumInWords({ orders }: ToFetch): string {
  const all = orders.map(({ pieces }) => pieces);
  const sum = formatCount(all.reduce((one, other) => one + other, 0));
  return all.length === 1 ? sum : `${all.map(formatCount).join(' + ')} = ${sum}`;
}
