import type { Order } from '../../api/generated';
import type { OrderView } from '../../lib/paths';

interface View {
  view: OrderView;
  label: string;
  shows: (order: Order) => boolean;
}

/** Ways to look at the orders; the address names the view, so that it can be linked to. */
export const VIEWS: View[] = [
  { view: 'all', label: 'All', shows: () => true },
  {
    view: 'to-ship',
    label: 'To ship',
    shows: ({ paid, status }) => paid && status === 'pending',
  },
  { view: 'unpaid', label: 'Unpaid', shows: ({ paid }) => !paid },
  { view: 'shipped', label: 'Shipped', shows: ({ status }) => status === 'shipped' },
];

/** Orders of a view whose product, customer or id holds the words. */
export function filterOrders(orders: Order[], view: string, words: string): Order[] {
  const known = VIEWS.find((each) => each.view === view);
  const sought = words.trim().toLowerCase();
  return orders.filter(
    (order) =>
      (known === undefined || known.shows(order)) &&
      [order.product, order.name, order.email, order._id].some((text) =>
        text.toLowerCase().includes(sought),
      ),
  );
}
