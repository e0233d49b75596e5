import { useSelector } from 'react-redux';
import type { PricedCart } from '../../api/use-quote';
import type { Quote } from '../../api/contract/generated-types';
import { lineKey } from '../../lib/cart/cart-storage';
import { lineAnchor } from '../../lib/cart/line-anchor';
import { fitObstacle } from '../../lib/cart/line-fit';
import type { TickedFitsOfCart } from '../../lib/cart/ticked-fits';
import { formatCount } from '../../lib/format';
import { paths } from '../../lib/paths';
import type { Place } from '../../lib/places/place';
import { selectSession } from '../../lib/session/session-slice';
import { Link } from '../../ui/controls/link';
import { Amounts } from '../../ui/data/amounts';
import { Count, Money } from '../../ui/data/exact';
import { CouponField } from '../../ui/forms/coupon-field';
import { ShippingChoice } from '../../ui/forms/shipping-choice';
import { Alert } from '../../ui/messages/alert';
import { notify } from '../../ui/messages/notify';
import { Pieces } from './pieces';
import { DeliveryPlace } from './delivery-place';

interface CartSummaryProps {
  priced: PricedCart;
  fits: TickedFitsOfCart;
  quote: Quote;
  coupon: string | null;
  onCoupon: (code: string | null) => void;
  /** The destination of the parts; null until the visitor has entered one. */
  place: Place | null;
  onPlace: (place: Place) => void;
  /** The shipping method; null for the cheapest. */
  shipping: string | null;
  onShipping: (method: string) => void;
}

/** The total cost, anything that prevents ordering, and the checkout button. */
export function CartSummary(props: CartSummaryProps) {
  const { priced, fits, quote, coupon, onCoupon, place, onPlace, shipping, onShipping } = props;
  const { lines, total, amounts, current, couponRefusal, problem } = priced;
  const isVisitor = useSelector(selectSession).status === 'signed-out';
  const blocked = current
    ? lines.filter((line) => line.quoted?.problem ?? fitObstacle(line, fits))
    : [];
  const goToCheckout = (
    <Link
      className="btn btn-primary btn-lg"
      to={paths.checkout}
      onClick={(event) => {
        const [first] = blocked;
        if (!first) return;
        event.preventDefault();
        const line = document.getElementById(lineAnchor(first));
        line?.scrollIntoView();
        line?.focus({ preventScroll: true });
        notify.info(
          blocked.length === 1
            ? `${first.title} needs your attention before you can check out.`
            : `${formatCount(blocked.length)} items need your attention before you can check out.`,
        );
      }}
    >
      Checkout
    </Link>
  );
  return (
    <>
      <aside className="cart-sum" aria-labelledby="cart-sum">
        <h2 id="cart-sum">Order summary</h2>
        {/* A shop without extra charges does not ask for a destination. */}
        {(quote.placeMissing || place !== null) && (
          <DeliveryPlace place={place} refusal={priced.placeRefusal} onChange={onPlace} />
        )}
        {/* A single shipping method is named next to its price. */}
        {(quote.shippingOptions ?? []).length > 1 && (
          <ShippingChoice
            quote={quote}
            current={current}
            problem={undefined}
            method={shipping}
            onChoose={onShipping}
          />
        )}
        <CouponField
          coupon={coupon}
          refusal={couponRefusal}
          asking={!current}
          onChange={onCoupon}
        />
        <div className="sums" aria-live="polite" aria-busy={!current}>
          {amounts && <Amounts amounts={amounts} />}
          <p className="total">
            <span>{totalLabel(quote, lines)}</span>
            <b>
              <Money dollars={total} />
            </b>
          </p>
          {quote.placeMissing && <p className="hint">Plus shipping and tax.</p>}
        </div>
        {blocked.length > 0 && (
          <Alert tone="warning">
            <p>
              {blocked.length === 1 ? (
                'One item needs your attention: '
              ) : (
                <>
                  <Count of={blocked.length} /> items need your attention:{' '}
                </>
              )}
              {blocked.map((line, position) => (
                <span key={lineKey(line)}>
                  {position > 0 && ', '}
                  <Link to={`#${lineAnchor(line)}`} replace>
                    {line.title}
                  </Link>
                </span>
              ))}
            </p>
          </Alert>
        )}
        {problem !== undefined && (
          <Alert tone="warning">
            <p>{problem}</p>
          </Alert>
        )}
        <div className="next-steps">
          <div className="to-checkout">{goToCheckout}</div>
          <Link className="btn" to={paths.shop}>
            Continue shopping
          </Link>
        </div>
        <p className="hint">
          Nothing is reserved until you place the order.
          {isVisitor && ' You can order without an account.'}
        </p>
      </aside>
      <div className="dock">
        <p className="price">
          <small>{quote.placeMissing ? 'Parts' : 'Total'}</small>
          <Money dollars={total} />
          {quote.placeMissing && <small>plus shipping and tax</small>}
        </p>
        {goToCheckout}
      </div>
    </>
  );
}

function totalLabel({ goods, total, shippingOptions, tax }: Quote, lines: PricedCart['lines']) {
  if (shippingOptions !== undefined || tax !== undefined) return 'Delivered price';
  return total === goods ? <Pieces lines={lines} /> : 'Total';
}
