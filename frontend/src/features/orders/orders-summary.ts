import type { Order } from '../../api/generated-types';
import { countSoFar, countThings } from '../../lib/counts';
import { wantsMoney } from '../../lib/order-payment';
import { isBeingPaid } from './being-paid';

/**
 * `3 orders, 1 to pay`; empty while there are none.
 * @param more there are older ones that are not here
 */
export function ordersSummary(orders: Order[] | undefined, more: boolean): string {
  if (orders === undefined || orders.length === 0) return '';
  const unpaid = orders.filter((order) => wantsMoney(order) && !isBeingPaid(order)).length;
  return `${countThings(orders.length, more, 'order', 'orders')}, ${countSoFar(unpaid, more)} to pay`;
}
