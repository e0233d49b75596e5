import type { Order } from '../../api/generated-types';
import { wantsMoney } from '../../lib/order-payment';
import { paymentUnderWay } from '../../lib/payments-under-way';

/** Whether this browser knows of a payment that the shop does not know yet. */
export function isBeingPaid(order: Order): boolean {
  return wantsMoney(order) && paymentUnderWay(order._id) !== null;
}
