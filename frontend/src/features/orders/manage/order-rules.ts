import type { Order } from '../../../api/generated-types';
import { formatDollars } from '../../../lib/format';
import { wantsMoney } from '../../../lib/orders';
import { moneyLeft } from '../money-left';

/** Whether the goods can leave: what a bank has given back for good is not sent. */
export const canShip = ({ status, state, dispute }: Order) =>
  status === 'pending' && state !== 'refunded' && dispute !== 'lost';

/** Whether somebody has to look at it before it leaves. */
export const isPlainToShip = (order: Order) => canShip(order) && whyNotShip(order) === null;

/** What speaks against shipping an order; null when nothing does. */
export function whyNotShip({ paid, refundedAmount, dispute }: Order): string | null {
  if (!paid) return 'This order is not paid yet.';
  if (dispute === 'open' || dispute === 'inquiry') return 'The payment of this order is disputed.';
  if (refundedAmount === undefined) return null;
  return `${formatDollars(refundedAmount)} of this order was refunded.`;
}

/** While the bank decides, the money is not the shop's to give. */
export const canRefund = ({ paid, state, dispute }: Order) =>
  paid && state !== 'refunded' && dispute !== 'open';

/** Whether its tracking can be told, or told anew. */
export const canTrack = ({ status, state }: Order) => status === 'shipped' && state !== 'refunded';

export const canDelete = (order: Order) => order.status === 'pending' && wantsMoney(order);

/** What a refund would give back, in dollars. */
export const refundable = moneyLeft;
