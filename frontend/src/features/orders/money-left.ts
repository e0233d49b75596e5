import type { Order } from '../../api/generated-types';

/** What of an order's price did not go back, in dollars. */
export const moneyLeft = ({
  totalPrice,
  refundedAmount = 0,
}: Pick<Order, 'totalPrice' | 'refundedAmount'>): number =>
  Math.round((totalPrice - refundedAmount) * 100) / 100;
