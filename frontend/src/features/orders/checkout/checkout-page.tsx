import { useState } from 'react';
import { useSelector } from 'react-redux';
import { sentenceFor } from '../../../api/problem';
import { useQuote } from '../../../api/use-quote';
import { selectCartLines } from '../../../lib/cart/cart-slice';
import { formatDollars } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Link } from '../../../ui/controls/link';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { StaleNotice } from '../../../ui/messages/stale-notice';
import { OrderedLines } from '../ordered-lines';
import { type Placed, PlacedOrder } from '../placed-order';
import { CheckoutForm } from './checkout-form';

const TITLE = 'Checkout | Autoparts';

/** Orders what the cart holds, all of it at once. */
export function CheckoutPage() {
  const cart = useSelector(selectCartLines);
  const priced = useQuote(cart);
  const [placed, setPlaced] = useState<Placed | null>(null);

  if (placed !== null) {
    return (
      <div className="page checkout">
        <title>Order placed | Autoparts</title>
        <PlacedOrder placed={placed} level={1} />
      </div>
    );
  }
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
      <CheckoutForm quote={priced.quote} priced={priced} onPlaced={setPlaced}>
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
