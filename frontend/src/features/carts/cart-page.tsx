import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { sentenceFor } from '../../api/contract/problem';
import { useShopDispatch } from '../../api/session/session-hooks';
import { type PricedCart, useQuote } from '../../api/use-quote';
import { without, withLineAt, withVehicle } from '../../lib/cart/cart-changes';
import { withQuantity } from '../../lib/cart/cart-lines';
import { cartEdited, selectCartLines } from '../../lib/cart/cart-slice';
import { lineKey, type CartLine as Line } from '../../lib/cart/cart-storage';
import { useCoupon } from '../../lib/cart/coupon';
import { lineAnchor } from '../../lib/cart/line-anchor';
import { useOfferedOnly, useShipping } from '../../lib/cart/shipping-choice';
import { useTickedFits, type TickedFitsOfCart } from '../../lib/cart/ticked-fits';
import { paths } from '../../lib/paths';
import { knownPlace, type Place } from '../../lib/places/place';
import { readPlace, savePlace } from '../../lib/places/place-storage';
import { Link } from '../../ui/controls/link';
import { Things } from '../../ui/data/exact';
import { EmptyState } from '../../ui/messages/empty-state';
import { LoadError } from '../../ui/messages/load-error';
import { StaleNotice } from '../../ui/messages/stale-notice';
import { CartLine, CartLineSkeleton, RemovedLine } from './cart-line';
import { CartSummary } from './cart-summary';
import { Pieces } from './pieces';
import { useShownPrices } from './use-shown-prices';

interface CartPageProps {
  /** Offered in an empty cart in addition to the whole catalog. */
  whenEmpty?: ReactNode;
  /** Chooser for a line's car. */
  carChooser?: CarChooser;
}

type CarChooser = (line: {
  vehicle?: string;
  title: string;
  onChoose: (vehicle: string) => void;
}) => ReactNode;

/** The cart, at current prices. */
export function CartPage({ whenEmpty, carChooser }: CartPageProps) {
  const cart = useSelector(selectCartLines);
  const [place, setPlace] = useState(readPlace);
  const [coupon, setCoupon] = useCoupon();
  const [shipping, setShipping] = useShipping();
  const priced = useQuote(cart, {
    place: place === null ? undefined : knownPlace(place),
    shipping: shipping ?? undefined,
    coupon: coupon ?? undefined,
  });
  useOfferedOnly(priced, shipping, () => {
    setShipping(null);
  });
  const fits = useTickedFits();
  const dispatch = useShopDispatch();
  const [removed, setRemoved] = useState<Removed | null>(null);
  /** A restored part, until its line has the focus. */
  const returned = useRef<Line | null>(null);

  const remove = (key: string) => {
    const position = priced.lines.findIndex((line) => lineKey(line) === key);
    const line = cart[position];
    const title = priced.lines[position]?.title;
    if (!line || title === undefined) return;
    setRemoved({ line, position, title });
    dispatch(cartEdited(without(cart, key)));
  };
  const undo = () => {
    if (!removed) return;
    returned.current = removed.line;
    dispatch(cartEdited(withLineAt(cart, removed.line, removed.position)));
    setRemoved(null);
  };
  useEffect(() => {
    // The line is a placeholder until the shop has priced it again.
    const line =
      returned.current === null ? null : document.getElementById(lineAnchor(returned.current));
    if (line === null) return;
    returned.current = null;
    // Don't steal focus if the user has moved on.
    if (document.activeElement === document.body) line.focus();
  });

  const showFor = (wanted: Place) => {
    savePlace(wanted);
    setPlace(wanted);
  };

  return (
    <div className="page cart">
      <title>Cart | Autoparts</title>
      <div>
        <div className="cart-head">
          <h1>Cart</h1>
          {cart.length > 0 && (
            <p>
              <Things of={cart.length} one="line" many="lines" />, <Pieces lines={cart} />
            </p>
          )}
        </div>
        {cart.length === 0 ? (
          <>
            {removed && (
              <RemovedLine key={lineKey(removed.line)} title={removed.title} onUndo={undo} />
            )}
            <EmptyState
              drawing="empty"
              title="Your cart is empty"
              action={
                <Link className="btn btn-primary" to={paths.shop}>
                  Browse parts
                </Link>
              }
            >
              Parts you add stay here until you order them.
            </EmptyState>
            {whenEmpty}
          </>
        ) : (
          <Lines
            priced={priced}
            fits={fits}
            removed={removed}
            carChooser={carChooser}
            onRemove={remove}
            onUndo={undo}
          />
        )}
      </div>
      {priced.quote && (
        <CartSummary
          priced={priced}
          fits={fits}
          quote={priced.quote}
          coupon={coupon}
          onCoupon={setCoupon}
          place={place}
          onPlace={showFor}
          shipping={shipping}
          onShipping={setShipping}
        />
      )}
    </div>
  );
}

/** A removed line that can be restored. */
interface Removed {
  line: Line;
  position: number;
  title: string;
}

interface LinesProps {
  priced: PricedCart;
  fits: TickedFitsOfCart;
  carChooser: CarChooser | undefined;
  removed: Removed | null;
  onRemove: (key: string) => void;
  onUndo: () => void;
}

function Lines({ priced, fits, removed, carChooser, onRemove, onUndo }: LinesProps) {
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
    const key = lineKey(line);
    if (!quoted) return <CartLineSkeleton key={key} />;
    const price = quoted.unitPrice;
    const makeFor = (vehicle?: string) => {
      dispatch(cartEdited(withVehicle(cart, key, vehicle)));
    };
    return (
      <CartLine
        key={key}
        line={line}
        fits={fits}
        carChooser={carChooser?.({ vehicle: line.vehicle, title: line.title, onChoose: makeFor })}
        onNoCar={() => {
          makeFor();
        }}
        quoted={quoted}
        priceBefore={priceBefore(part, price)}
        onQuantity={(pieces) => {
          dispatch(cartEdited(withQuantity(cart, key, pieces)));
        }}
        onRemove={() => {
          onRemove(key);
        }}
        onAcknowledge={() => {
          if (price !== undefined) acknowledge(part, price);
          document.getElementById(lineAnchor(line))?.focus({ preventScroll: true });
        }}
      />
    );
  });
  if (removed) {
    rows.splice(
      removed.position,
      0,
      <li key={`removed ${lineKey(removed.line)}`}>
        <RemovedLine title={removed.title} onUndo={onUndo} />
      </li>,
    );
  }
  return (
    <>
      {quote === undefined && (
        <p className="cart-notice" role="status">
          <span className="spinner" aria-hidden="true" />
          Checking prices
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
