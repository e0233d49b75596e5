import type { Order } from '../../../api/contract/generated-types';
import { countSoFar, countThings } from '../../../lib/format';
import { needsPayment } from '../../../lib/orders';
import { paymentUnderWay } from '../../../lib/payments-under-way';

/**
 * `3 orders, 1 to pay`; empty if there are none.
 * @param more whether there are older orders that are not loaded
 */
export function ordersSummary(orders: Order[] | undefined, more: boolean): string {
  if (orders === undefined || orders.length === 0) return '';
  const unpaid = orders.filter((order) => needsPayment(order) && !isBeingPaid(order)).length;
  return `${countThings(orders.length, more, 'order', 'orders')}, ${countSoFar(unpaid, more)} to pay`;
}

/** Whether this browser has recorded a payment that the shop has not registered yet. */
export function isBeingPaid(order: Order): boolean {
  return needsPayment(order) && paymentUnderWay(order._id) !== null;
}
