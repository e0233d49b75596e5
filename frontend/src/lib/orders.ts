import type { Order } from '../api/generated-types';
import type { OrderView } from './paths';

/** What decides where an order belongs. */
export interface OrderProgress extends PaymentState {
  status: Order['status'];
  /** How the dispute about its payment stands, if there was one. */
  dispute?: Order['dispute'];
}

interface View {
  view: OrderView;
  label: string;
  shows: (order: OrderProgress) => boolean;
}

/** Ways to look at the orders; the address names the view, so that it can be linked to. */
export const ORDER_VIEWS: readonly View[] = [
  { view: 'all', label: 'All', shows: () => true },
  {
    view: 'to-ship',
    label: 'To ship',
    // What a bank has given back for good is not sent.
    shows: ({ paid, status, dispute }) => paid && status === 'pending' && dispute !== 'lost',
  },
  { view: 'unpaid', label: 'Unpaid', shows: wantsMoney },
  { view: 'shipped', label: 'Shipped', shows: ({ status }) => status === 'shipped' },
  { view: 'refunded', label: 'Refunded', shows: ({ state }) => state === 'refunded' },
  {
    view: 'disputed',
    label: 'Disputed',
    shows: ({ dispute }) => dispute === 'inquiry' || dispute === 'open',
  },
];

/** The orders of a view; all of them in a view that nobody knows. */
export function ordersIn<Order extends OrderProgress>(view: string, orders: Order[]): Order[] {
  const known = ORDER_VIEWS.find((each) => each.view === view);
  return known ? orders.filter(known.shows) : orders;
}

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
