import type { Order } from '../../../api/generated-types';
import { countSoFar, countThings } from '../../../lib/format';
import { wantsMoney } from '../../../lib/orders';
import { paymentUnderWay } from '../../../lib/payments-under-way';

/**
 * `3 orders, 1 to pay`; empty while there are none.
 * @param more there are older ones that are not here
 */
export function ordersSummary(orders: Order[] | undefined, more: boolean): string {
  if (orders === undefined || orders.length === 0) return '';
  const unpaid = orders.filter((order) => wantsMoney(order) && !isBeingPaid(order)).length;
  return `${countThings(orders.length, more, 'order', 'orders')}, ${countSoFar(unpaid, more)} to pay`;
}

/** Whether this browser knows of a payment that the shop does not know yet. */
export function isBeingPaid(order: Order): boolean {
  return wantsMoney(order) && paymentUnderWay(order._id) !== null;
}
