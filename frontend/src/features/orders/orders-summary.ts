import type { Order } from '../../api/generated';
import { countSoFar, countThings } from '../../lib/counts';

/**
 * `3 orders, 1 to pay`; empty while there are none.
 * @param more there are older ones that are not here
 */
export function ordersSummary(orders: Order[] | undefined, more: boolean): string {
  if (orders === undefined || orders.length === 0) return '';
  const unpaid = orders.filter((order) => !order.paid).length;
  return `${countThings(orders.length, more, 'order', 'orders')}, ${countSoFar(unpaid, more)} to pay`;
}
