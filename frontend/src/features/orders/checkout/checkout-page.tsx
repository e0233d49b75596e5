import { useEffect, useId, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { sentenceFor } from '../../../api/problem';
import { type PricedLine, useQuote } from '../../../api/use-quote';
import { selectCartLines } from '../../../lib/cart/cart-slice';
import { formatDollars } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Link } from '../../../ui/controls/link';
import { Alert } from '../../../ui/messages/alert';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { StaleNotice } from '../../../ui/messages/stale-notice';
import { CheckoutForm } from './checkout-form';
import { OrderedLines } from './ordered-lines';
import type { PlacedOrder } from './use-check-out';

const TITLE = 'Checkout | Autoparts';

/** Orders what the cart holds, all of it at once. */
export function CheckoutPage() {
  const cart = useSelector(selectCartLines);
  const priced = useQuote(cart);
  const [placed, setPlaced] = useState<PlacedProps | null>(null);

  if (placed !== null) return <Placed {...placed} />;
  if (cart.length === 0) {
    return (
      <div className="page section">
        <title>{TITLE}</title>
        <EmptyState
          level={1}
          title="Your cart is empty"
          action={
            <Link className="btn btn-primary" to={paths.shop}>
              Browse parts
            </Link>
          }
        >
          There is nothing to order yet.
        </EmptyState>
      </div>
    );
  }
  if (priced.quote === undefined) {
    if (priced.error === undefined) return <Loading>Asking for the prices</Loading>;
    return (
      <div className="page section">
        <title>{TITLE}</title>
        <LoadError level={1} title="The prices did not load" onRetry={priced.refetch}>
          {`${sentenceFor(priced.error)} Your cart is kept.`}
        </LoadError>
      </div>
    );
  }
  return (
    <div className="page checkout">
      <title>{TITLE}</title>
      <h1>Checkout</h1>
      {priced.error !== undefined && (
        <StaleNotice onRetry={priced.refetch} retrying={priced.fetching}>
          {sentenceFor(priced.error)}
        </StaleNotice>
      )}
      <CheckoutForm
        quote={priced.quote}
        priced={priced}
        onPlaced={(order) => {
          setPlaced({ order, lines: priced.lines });
        }}
      >
        <div className="checkout-head">
          <h2>What you order</h2>
          <Link className="text-link" to={paths.cart}>
            Change the cart
          </Link>
        </div>
        <OrderedLines lines={priced.lines} />
        <p className="total" aria-live="polite" aria-busy={!priced.current}>
          <span>Total</span>
          <b>{formatDollars(priced.total)}</b>
        </p>
      </CheckoutForm>
    </div>
  );
}

interface PlacedProps {
  order: PlacedOrder;
  /** What it is about, as it was shown. */
  lines: PricedLine[];
}

/** The order stands, and what comes next: the focus goes there, with the reason. */
function Placed({ order, lines }: PlacedProps) {
  const payNow = useRef<HTMLAnchorElement>(null);
  const news = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that was pressed stood further down.
    heading.current?.scrollIntoView();
    payNow.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="page pay">
      <title>Order placed | Autoparts</title>
      <h1 ref={heading}>Order placed</h1>
      <Alert tone="positive">
        <p id={news}>Your order is placed and the parts are reserved for you.</p>
      </Alert>
      <div className="card">
        <p className="total">
          <span>Total</span>
          <b>{formatDollars(order.total)}</b>
        </p>
        <div className="ways-on">
          <Link
            ref={payNow}
            className="btn btn-primary btn-lg"
            to={paths.payment(order.id)}
            aria-describedby={news}
          >
            Pay now
          </Link>
          <Link className="btn" to={paths.dashboard}>
            My Orders
          </Link>
        </div>
        <OrderedLines lines={lines} />
      </div>
    </div>
  );
}
