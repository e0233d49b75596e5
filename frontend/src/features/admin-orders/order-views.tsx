import { Link, useSearchParams } from 'react-router-dom';
import type { Order } from '../../api/generated-types';
import { countSoFar } from '../../lib/counts';
import { ORDER_VIEWS } from '../../lib/order-views';

interface OrderViewsProps {
  /** Undefined until there is an answer. */
  orders: Order[] | undefined;
  /** There are older orders that are not here to be counted. */
  more: boolean;
  current: string;
}

/** The ways to look at the orders, each with the number of orders it would show. */
export function OrderViews({ orders, more, current }: OrderViewsProps) {
  const [query] = useSearchParams();

  const addressOf = (view: string) => {
    const changed = new URLSearchParams(query);
    changed.set('show', view);
    return `?${changed}`;
  };

  return (
    <nav className="views" aria-label="Which orders">
      {ORDER_VIEWS.map(({ view, label, shows }) => (
        <Link key={view} to={addressOf(view)} replace aria-current={view === current || undefined}>
          {label} <span>{orders ? countSoFar(orders.filter(shows).length, more) : '–'}</span>
        </Link>
      ))}
    </nav>
  );
}
