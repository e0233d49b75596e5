import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { shopApi } from '../../api/index';
import { paths } from '../../lib/paths';
import { useOwnOrders } from '../../lib/session/own-orders';
import { selectGuest } from '../../lib/session/session-slice';
import { Link } from '../../ui/controls/link';
import { Money } from '../../ui/data/exact';
import { Moment } from '../../ui/data/moment';
import { Alert } from '../../ui/messages/alert';
import { type OrderedLine, OrderedLines } from './ordered-lines';

/** An order that was placed just now, as it was shown when it was. */
export interface Placed {
  id: string;
  lines: OrderedLine[];
  total: number;
}

interface PlacedOrderProps {
  placed: Placed;
  /** The heading's place in the page's outline. */
  level: 1 | 2;
  /** What the total is made of, where that is more than the parts. */
  sums?: ReactNode;
  /** What else there is to know of it. */
  facts?: ReactNode;
  /** Where else to go from here. */
  children?: ReactNode;
}

/** In the place of the form that was sent: the order stands, and what comes next. The focus goes there, with the reason. */
export function PlacedOrder({ placed, level, sums, facts, children }: PlacedOrderProps) {
  const { id, lines, total } = placed;
  const { data: order } = shopApi.useGetOrderQuery({ id });
  const heading = useRef<HTMLHeadingElement>(null);
  const payNow = useRef<HTMLAnchorElement>(null);
  const own = useOwnOrders();
  const guest = useSelector(selectGuest);
  const news = useId();
  // Before anything is painted: the button that had the focus is gone.
  useLayoutEffect(() => {
    payNow.current?.focus();
    // That button stood further down, so the focus alone may leave the news above the window.
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  const Heading = `h${level}` as const;
  return (
    <section className="card placed" aria-labelledby={`${news}-heading`}>
      <Heading id={`${news}-heading`} ref={heading}>
        Order placed
      </Heading>
      <Alert tone="positive">
        <p id={news}>Your order is placed and the parts are reserved for you.</p>
      </Alert>
      <p className="number">
        {/* The order is placed, whether or not it can be read. */}
        <span>Order</span> <b>{order?.number ?? '–'}</b>
      </p>
      {order?.heldUntil !== undefined && (
        <p className="hint">
          Reserved for you until <Moment at={order.heldUntil} />.
        </p>
      )}
      {guest !== null && (
        <p className="hint">
          We are emailing a link to your order to {guest.email}. Keep that email: it brings you back
          to your order.
        </p>
      )}
      {sums}
      <p className="total">
        <span>Total</span>
        <b>
          <Money dollars={total} />
        </b>
      </p>
      <Link
        ref={payNow}
        className="btn btn-primary btn-lg btn-block"
        to={paths.payment(id)}
        aria-describedby={news}
      >
        Pay now
      </Link>
      <div className="ways-on">
        <Link className="btn" to={own.order(id)}>
          See your order
        </Link>
        {children}
      </div>
      <OrderedLines lines={lines} />
      {facts}
    </section>
  );
}
