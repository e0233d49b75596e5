import type { Order, OrderCounts, OrderLine } from '../api/contract/generated-types';
import { countSoFar } from './format';
import type { OrderView } from './paths';

interface View {
  view: OrderView;
  label: string;
  /** The server's name for the view's count. */
  count: keyof OrderCounts;
}

/** Views of the orders; the URL contains the view, so that it can be linked to. */
export const ORDER_VIEWS: readonly View[] = [
  { view: 'all', label: 'All', count: 'all' },
  { view: 'to-ship', label: 'To ship', count: 'toShip' },
  { view: 'unpaid', label: 'Unpaid', count: 'unpaid' },
  { view: 'shipped', label: 'Shipped', count: 'shipped' },
  { view: 'refunded', label: 'Refunded', count: 'refunded' },
  { view: 'disputed', label: 'Disputed', count: 'disputed' },
];

/** The server counts no further. */
const MOST_COUNTED = 10_000;

/** `12`, or `10,000+` where the server has stopped counting. */
export const formatOrderCount = (count: number): string =>
  countSoFar(Math.min(count, MOST_COUNTED), count >= MOST_COUNTED);

/** An order's number, or the end of its id if an earlier release gave it none. */
export const orderName = ({ number, _id }: Pick<Order, 'number' | '_id'>): string =>
  number ?? _id.slice(-6);

/** Determines whether an order has to be paid. */
export interface PaymentState {
  paid: boolean;
  /** The server's summary; undefined in responses that do not include it. */
  state?: Order['state'];
}

/** Whether the order still has to be paid: refunded money is not requested again. */
export function needsPayment({ paid, state }: PaymentState): boolean {
  return !paid && state !== 'refunded';
}

/** Whether it was paid, even if it was refunded since: it has a receipt and an invoice. */
export const wasPaid = ({ paid, state }: PaymentState): boolean => paid || state === 'refunded';

/**
 * How many pieces of a line were not refunded; the server sends it only if it differs from the
 * quantity.
 */
export const keptOf = ({ kept, quantity }: Pick<OrderLine, 'kept' | 'quantity'>): number =>
  kept ?? quantity;
