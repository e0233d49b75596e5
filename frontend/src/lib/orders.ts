import type { Order, OrderCounts } from '../api/generated-types';
import { countSoFar } from './format';
import type { OrderView } from './paths';

interface View {
  view: OrderView;
  label: string;
  /** What the server calls the number of its orders. */
  count: keyof OrderCounts;
}

/** Ways to look at the orders; the address names the view, so that it can be linked to. */
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

/** What people call an order: its number, or the end of its id where an earlier release gave it none. */
export const orderName = ({ number, _id }: Pick<Order, 'number' | '_id'>): string =>
  number ?? _id.slice(-6);

/** What tells whether an order wants money. */
export interface PaymentState {
  paid: boolean;
  /** The server's one word; absent in answers that do not care. */
  state?: Order['state'];
}

/** Whether somebody still has to pay: money that went back is not asked for again. */
export function wantsMoney({ paid, state }: PaymentState): boolean {
  return !paid && state !== 'refunded';
}
