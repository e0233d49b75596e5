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

/** An order that was just placed, as shown at that time. */
export interface Placed {
  id: string;
  lines: OrderedLine[];
  total: number;
}

interface PlacedOrderProps {
  placed: Placed;
  /** The heading's level on the page. */
  level: 1 | 2;
  /** The breakdown of the total, if it includes more than the parts. */
  sums?: ReactNode;
  /** Additional details. */
  facts?: ReactNode;
  /** Links to continue from here. */
  children?: ReactNode;
}

/**
 * Shown in place of the submitted form: the order has been placed, and what comes next. Takes the
 * focus, together with the explanation.
 */
export function PlacedOrder({ placed, level, sums, facts, children }: PlacedOrderProps) {
  const { id, lines, total } = placed;
  const { data: order } = shopApi.useGetOrderQuery({ id });
  const heading = useRef<HTMLHeadingElement>(null);
  const payNow = useRef<HTMLAnchorElement>(null);
  const own = useOwnOrders();
  const guest = useSelector(selectGuest);
  const news = useId();
  // Before the first paint, because the button that had the focus is gone.
  useLayoutEffect(() => {
    payNow.current?.focus();
    // The button was further down the page, so focusing alone may leave the message above the
    // window.
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
        {/* The order is placed, whether or not it can be loaded. */}
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
      <div className="next-steps">
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
