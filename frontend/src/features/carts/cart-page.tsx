import { useState } from 'react';
import { useSelector } from 'react-redux';
import { flushSync } from 'react-dom';
import { sentenceFor } from '../../api/problem';
import { useShopDispatch } from '../../api/session-hooks';
import { type PricedCart, useQuote } from '../../api/use-quote';
import { without, withLineAt } from '../../lib/cart/cart-changes';
import { withQuantity } from '../../lib/cart/cart-lines';
import { cartEdited, selectCartLines } from '../../lib/cart/cart-slice';
import type { CartLine as Line } from '../../lib/cart/cart-storage';
import { lineAnchor } from '../../lib/cart/line-anchor';
import { countThings, formatCount, formatDollars } from '../../lib/format';
import { paths } from '../../lib/paths';
import { selectSession } from '../../lib/session/session-slice';
import { Link } from '../../ui/controls/link';
import { Alert } from '../../ui/messages/alert';
import { EmptyState } from '../../ui/messages/empty-state';
import { LoadError } from '../../ui/messages/load-error';
import { StaleNotice } from '../../ui/messages/stale-notice';
import { CartLine, CartLineSkeleton, RemovedLine } from './cart-line';
import { useShownPrices } from './use-shown-prices';

const countPieces = (lines: Line[]) => lines.reduce((pieces, { quantity }) => pieces + quantity, 0);

/** What is meant to be ordered, at the prices of now. */
export function CartPage() {
  const cart = useSelector(selectCartLines);
  const priced = useQuote(cart);
  const dispatch = useShopDispatch();
  const [removed, setRemoved] = useState<Removed | null>(null);

  const remove = (part: string) => {
    const position = priced.lines.findIndex((line) => line.part === part);
    const line = priced.lines[position];
    if (!line) return;
    const { title, quantity } = line;
    setRemoved({ line: { part, quantity }, position, title });
    dispatch(cartEdited(without(cart, part)));
  };
  const undo = () => {
    if (!removed) return;
    flushSync(() => {
      dispatch(cartEdited(withLineAt(cart, removed.line, removed.position)));
      setRemoved(null);
    });
    document.getElementById(lineAnchor(removed.line.part))?.focus();
  };

  return (
    <div className="page cart">
      <title>Cart | Autoparts</title>
      <div>
        <div className="cart-head">
          <h1>Cart</h1>
          {cart.length > 0 && (
            <p>
              {countThings(cart.length, false, 'line', 'lines')},{' '}
              {countThings(countPieces(cart), false, 'piece', 'pieces')}
            </p>
          )}
        </div>
        {cart.length === 0 ? (
          <>
            {removed && <RemovedLine key={removed.line.part} title={removed.title} onUndo={undo} />}
            <EmptyState
              title="Your cart is empty"
              action={
                <Link className="btn btn-primary" to={paths.shop}>
                  Browse parts
                </Link>
              }
            >
              Parts you add stay here until you order them.
            </EmptyState>
          </>
        ) : (
          <Lines priced={priced} removed={removed} onRemove={remove} onUndo={undo} />
        )}
      </div>
      {priced.quote && <Summary priced={priced} />}
    </div>
  );
}

/** A line that can still be put back. */
interface Removed {
  line: Line;
  position: number;
  title: string;
}

interface LinesProps {
  priced: PricedCart;
  removed: Removed | null;
  onRemove: (part: string) => void;
  onUndo: () => void;
}

function Lines({ priced, removed, onRemove, onUndo }: LinesProps) {
  const { lines, quote, error, fetching, refetch } = priced;
  const cart = useSelector(selectCartLines);
  const dispatch = useShopDispatch();
  const { priceBefore, acknowledge } = useShownPrices(quote);

  if (quote === undefined && error !== undefined) {
    return (
      <LoadError title="The prices did not load" onRetry={refetch} retrying={fetching}>
        {`${sentenceFor(error)} Your cart is kept.`}
      </LoadError>
    );
  }
  const rows = lines.map((line) => {
    const { part, quoted } = line;
    if (!quoted) return <CartLineSkeleton key={part} />;
    const price = quoted.unitPrice;
    return (
      <CartLine
        key={part}
        line={line}
        quoted={quoted}
        priceBefore={priceBefore(part, price)}
        onQuantity={(pieces) => {
          dispatch(cartEdited(withQuantity(cart, part, pieces)));
        }}
        onRemove={() => {
          onRemove(part);
        }}
        onAcknowledge={() => {
          if (price !== undefined) acknowledge(part, price);
          document.getElementById(lineAnchor(part))?.focus({ preventScroll: true });
        }}
      />
    );
  });
  if (removed) {
    rows.splice(
      removed.position,
      0,
      <li key={`removed ${removed.line.part}`}>
        <RemovedLine title={removed.title} onUndo={onUndo} />
      </li>,
    );
  }
  return (
    <>
      {quote === undefined && (
        <p className="cart-news" role="status">
          <span className="spinner" aria-hidden="true" />
          Asking for the prices
        </p>
      )}
      {quote !== undefined && error !== undefined && (
        <StaleNotice onRetry={refetch} retrying={fetching}>
          {sentenceFor(error)}
        </StaleNotice>
      )}
      <ul className="cart-lines" aria-label="In your cart">
        {rows}
      </ul>
    </>
  );
}

/** What all of it costs, what stands against ordering it, and the way to the order. */
function Summary({ priced }: { priced: PricedCart }) {
  const { lines, quote, total, current } = priced;
  const isVisitor = useSelector(selectSession).status === 'signed-out';
  const blocked = current ? lines.filter(({ quoted }) => quoted?.problem) : [];
  const goToCheckout = (
    <Link
      className="btn btn-primary btn-lg"
      to={paths.checkout}
      onClick={(event) => {
        const [first] = blocked;
        if (!first) return;
        event.preventDefault();
        const place = document.getElementById(lineAnchor(first.part));
        place?.scrollIntoView();
        place?.focus({ preventScroll: true });
      }}
    >
      Checkout
    </Link>
  );
  return (
    <>
      <aside className="cart-sum" aria-labelledby="cart-sum">
        <h2 id="cart-sum">What it costs</h2>
        <p className="total" aria-live="polite" aria-busy={!current}>
          <span>{countThings(countPieces(lines), false, 'piece', 'pieces')}</span>
          <b>{formatDollars(total)}</b>
        </p>
        {blocked.length > 0 && (
          <Alert tone="warning">
            <p>
              {blocked.length === 1
                ? 'One line needs a look: '
                : `${formatCount(blocked.length)} lines need a look: `}
              {blocked.map((line, position) => (
                <span key={line.part}>
                  {position > 0 && ', '}
                  <Link to={`#${lineAnchor(line.part)}`} replace>
                    {line.title}
                  </Link>
                </span>
              ))}
            </p>
          </Alert>
        )}
        {current && quote?.problem && (
          <Alert tone="warning">
            <p>{quote.problem.detail}</p>
          </Alert>
        )}
        <div className="ways-on">
          <div className="to-checkout">{goToCheckout}</div>
          <Link className="btn" to={paths.shop}>
            Continue shopping
          </Link>
        </div>
        <p className="hint">
          Nothing is reserved until you place the order.
          {isVisitor && ' You will be asked to sign in first, then brought to your order.'}
        </p>
      </aside>
      <div className="dock">
        <p className="price">
          <small>Total</small>
          {formatDollars(total)}
        </p>
        {goToCheckout}
      </div>
    </>
  );
}
