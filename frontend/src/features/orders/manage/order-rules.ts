import type { Order } from '../../../api/contract/generated-types';
import { formatDollars } from '../../../lib/format';
import { needsPayment } from '../../../lib/orders';
import { moneyLeft } from '../money-left';

/** Whether the goods can be shipped: not if the bank has finally returned the money. */
export const canShip = ({ status, state, dispute }: Order) =>
  status === 'pending' && state !== 'refunded' && dispute !== 'lost';

/** Whether it can be shipped without a review. */
export const isPlainToShip = (order: Order) => canShip(order) && whyNotShip(order) === null;

/** Why an order should not be shipped; null if there is no reason. */
export function whyNotShip({ paid, withdrawnAt, refundedAmount, dispute }: Order): string | null {
  if (withdrawnAt !== undefined) return 'The customer has withdrawn from the contract.';
  if (!paid) return 'This order is not paid yet.';
  if (dispute === 'open' || dispute === 'inquiry') return 'The payment of this order is disputed.';
  if (refundedAmount === undefined) return null;
  return `${formatDollars(refundedAmount)} of this order was refunded.`;
}

/** Whether the server ships it only after the admin has confirmed the warning. */
export const needsConfirmation = (order: Order) =>
  whyNotShip(order) !== null && (order.paid || order.withdrawnAt !== undefined);

/** While the bank decides a dispute, the shop cannot refund the money. */
export const canRefund = ({ paid, state, dispute }: Order) =>
  paid && state !== 'refunded' && dispute !== 'open';

/** Whether its tracking can be set or changed. */
export const canTrack = ({ status, state }: Order) => status === 'shipped' && state !== 'refunded';

export const canDelete = (order: Order) => order.status === 'pending' && needsPayment(order);

/** The amount that a full refund would return, in dollars. */
export const refundable = moneyLeft;
