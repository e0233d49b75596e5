import { useFormikContext } from 'formik';
import { useRef } from 'react';
import type { Quote, SavedAddress } from '../../../api/contract/generated-types';
import type { PricedCart } from '../../../api/use-quote';
import { lineAnchor } from '../../../lib/cart/line-anchor';
import { fitObstacle } from '../../../lib/cart/line-fit';
import type { TickedFitsOfCart } from '../../../lib/cart/ticked-fits';
import { paths } from '../../../lib/paths';
import { useOwnOrders } from '../../../lib/session/own-orders';
import { Button } from '../../../ui/controls/button';
import { Dock } from '../../../ui/controls/dock';
import { Link } from '../../../ui/controls/link';
import { Amounts } from '../../../ui/data/amounts';
import { Money } from '../../../ui/data/exact';
import { CouponField } from '../../../ui/forms/coupon-field';
import { Form } from '../../../ui/forms/form';
import { ShippingChoice } from '../../../ui/forms/shipping-choice';
import { Alert } from '../../../ui/messages/alert';
import { LineFit } from '../line-fit';
import { type OrderedLine, OrderedLines } from '../ordered-lines';
import { checkoutSchema } from './checkout-rules';
import type { Customer } from './customer';
import { DestinationFields } from './destination-fields';
import { GuestFields } from './guest-fields';
import { type Failure, SEE_LINES } from './use-check-out';

interface CheckoutFormProps {
  customer: Customer;
  /** The customer's address book; null while loading. */
  saved: SavedAddress[] | null;
  quote: Quote;
  /** The quote that the page shows. */
  priced: PricedCart;
  fits: TickedFitsOfCart;
  fromCart: boolean;
  coupon: string | null;
  onCoupon: (code: string | null) => void;
  /** The shipping method; null for the cheapest. */
  shipping: string | null;
  onShipping: (method: string) => void;
  failure: Failure | null;
  /** The last attempt may have succeeded, and can be repeated unchanged. */
  canRepeat: boolean;
}

/** The destination, the shipping method and the order button. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { customer, saved, quote, priced, fits, fromCart, failure, canRepeat } = props;
  const { coupon, onCoupon, shipping, onShipping } = props;
  const { isSubmitting } = useFormikContext();
  const place = useRef<HTMLDivElement>(null);
  /** The customer agrees to exactly the total that is shown. */
  const isCurrent = priced.current && priced.error === undefined;
  const [first] = priced.lines;
  const isFitOpen = priced.lines.some((line) => fitObstacle(line, fits) !== undefined);
  const change =
    fromCart || first === undefined
      ? { to: paths.cart, label: 'Edit cart' }
      : { to: pageOf(first, customer), label: 'Change the quantity' };
  return (
    <Form className="card" label="Your order" rules={checkoutSchema(customer)}>
      {customer.isGuest && <GuestFields />}
      <h2>Shipping address</h2>
      <DestinationFields customer={customer} saved={saved} />
      <ShippingChoice
        quote={quote}
        current={priced.current}
        problem={priced.problem}
        method={shipping}
        onChoose={(method) => {
          if (!isSubmitting) onShipping(method);
        }}
      />
      <div className="checkout-head">
        <h2>Items</h2>
        <Link className="text-link" to={change.to}>
          {change.label}
        </Link>
      </div>
      {!fromCart && (
        <p className="hint">You are ordering only this part. Your cart stays as it is.</p>
      )}
      <OrderedLines
        lines={priced.lines}
        fitOf={(line) => <LineFit line={line} fits={fits} />}
        change={(line) =>
          fromCart
            ? {
                to: { pathname: paths.cart, hash: lineAnchor(line) },
                label: 'Edit in cart',
              }
            : change
        }
      />
      <CouponField
        coupon={coupon}
        refusal={priced.couponRefusal}
        asking={!priced.current}
        refusedOrder={failure?.kind === 'coupon' ? failure : null}
        onChange={onCoupon}
      />
      <div className="sums" aria-live="polite" aria-busy={!priced.current}>
        {priced.amounts && <Amounts amounts={priced.amounts} />}
        <p className="total">
          <span>Total</span>
          <b>
            <Money dollars={priced.total} />
          </b>
        </p>
        {quote.placeMissing && <p className="hint">Plus shipping and tax.</p>}
      </div>
      <div id="place" tabIndex={-1} ref={place}>
        <Button
          look="primary"
          size="large"
          type="submit"
          className="btn-block"
          busy={isSubmitting}
          disabled={!canRepeat && !(isCurrent && quote.orderable && !isFitOpen)}
        >
          PLACE ORDER
        </Button>
      </div>
      {!quote.orderable && !canRepeat && <NotOrderable priced={priced} change={change} />}
      {quote.orderable && isFitOpen && !canRepeat && (
        <Alert tone="warning">
          <p>Some parts may not fit the cars you chose. See the notes next to them.</p>
        </Alert>
      )}
      {failure !== null && <FailureNews failure={failure} priced={priced} change={change} />}
      <p className="hint">Nothing is charged yet: you pay once the order is placed.</p>
      <Dock target={place} to="#place" label="Go to order">
        <p className="price">
          <small>{quote.placeMissing ? 'Parts' : 'Total'}</small>
          <Money dollars={priced.total} />
        </p>
      </Dock>
    </Form>
  );
}

/** The page where a part's quantity is chosen; the order form is for members only. */
const pageOf = ({ part, quantity, vehicle }: OrderedLine, { isGuest }: Customer) =>
  isGuest ? paths.part(part) : paths.purchaseOf(part, quantity, vehicle);

interface NewsProps {
  priced: PricedCart;
  /** A link to where the order can be changed. */
  change: { to: string; label: string };
}

/** Why the button is disabled. Each line, and the coupon, shows its own error. */
function NotOrderable({ priced, change }: NewsProps) {
  const { lines, quote, couponRefusal, problem } = priced;
  const isOfLines = lines.some(({ quoted }) => quoted?.problem !== undefined);
  if (couponRefusal !== undefined && !isOfLines) {
    return (
      <Alert tone="warning">
        <p>The coupon cannot be used: change or remove it.</p>
      </Alert>
    );
  }
  const isUnsendable = quote?.problem?.code === 'no_shipping';
  return (
    <Alert tone="warning">
      <p>
        {isUnsendable && !isOfLines
          ? 'We cannot ship this order there. See “Shipping method”.'
          : isOfLines
            ? SEE_LINES
            : (problem ?? quote?.problem?.detail ?? SEE_LINES)}{' '}
        <Link to={change.to}>{change.label}</Link>
      </p>
    </Alert>
  );
}

/** The outcome of the last attempt. */
function FailureNews({
  failure: { kind, text },
  priced,
  change,
}: NewsProps & { failure: Failure }) {
  const { quote, couponRefusal } = priced;
  const { all } = useOwnOrders();
  // The lines and the coupon show their own errors, and the reason for the disabled button is next
  // to it.
  if (kind === 'lines' && quote?.orderable === false) return null;
  if (kind === 'coupon' && couponRefusal !== undefined) return null;
  if (kind === 'price') {
    if (!priced.current || priced.error !== undefined) return null;
    return (
      <Alert tone="danger">
        <p>
          The total is now <Money dollars={priced.total} />. {text}
        </p>
      </Alert>
    );
  }
  return (
    <Alert tone="danger">
      <p>
        {text} {kind === 'unsure' && <Link to={all}>Check My Orders</Link>}
        {kind === 'lines' && <Link to={change.to}>{change.label}</Link>}
      </p>
    </Alert>
  );
}
