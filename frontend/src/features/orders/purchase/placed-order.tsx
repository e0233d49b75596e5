import { useEffect, useId, useRef } from 'react';
import { shopApi } from '../../../api/index';
import { formatCount, formatDollars } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Link } from '../../../ui/controls/link';
import { Alert } from '../../../ui/messages/alert';

export interface Placed {
  id: string;
  title: string;
  quantity: number;
  total: number;
}

interface PlacedOrderProps {
  placed: Placed;
  /** Where its form is. */
  again: string;
  /** Brings the form back. */
  onAgain: () => void;
}

/** An order that was placed just now, and what comes next: the focus goes there, with the reason. */
export function PlacedOrder({ placed, again, onAgain }: PlacedOrderProps) {
  const { id, title, quantity, total } = placed;
  const { data: order } = shopApi.useGetOrderQuery({ id });
  const payNow = useRef<HTMLAnchorElement>(null);
  const news = useId();
  useEffect(() => {
    payNow.current?.focus();
  }, [id]);
  return (
    <section className="card placed" aria-labelledby={`${news}-heading`}>
      <h2 id={`${news}-heading`}>Order placed</h2>
      <Alert tone="positive">
        <p id={news}>Your order is placed and the parts are reserved for you.</p>
      </Alert>
      <dl>
        <dt>Order</dt>
        {/* The order is placed, whether or not it can be read. */}
        <dd>{order?.number ?? '–'}</dd>
        <dt>Part</dt>
        <dd>{title}</dd>
        <dt>Quantity</dt>
        <dd>{formatCount(quantity)}</dd>
      </dl>
      <p className="total">
        <span>Total</span>
        <b>{formatDollars(total)}</b>
      </p>
      <Link
        ref={payNow}
        className="btn btn-primary btn-lg btn-block"
        to={paths.payment(id)}
        aria-describedby={news}
      >
        Pay now
      </Link>
      <div className="ways">
        <Link className="btn" to={paths.order(id)}>
          See your order
        </Link>
        <Link className="btn" to={again} replace onClick={onAgain}>
          Order again
        </Link>
      </div>
    </section>
  );
}
