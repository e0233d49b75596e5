import type { Order } from '../../api/contract/generated-types';

/** The part of an order's price that was not refunded, in dollars. */
export const moneyLeft = ({
  totalPrice,
  refundedAmount = 0,
}: Pick<Order, 'totalPrice' | 'refundedAmount'>): number =>
  Math.round((totalPrice - refundedAmount) * 100) / 100;
