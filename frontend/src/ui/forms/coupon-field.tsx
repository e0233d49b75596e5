import { useEffect, useId, useRef, useState } from 'react';
import { isCouponCode, NO_SUCH_COUPON } from '../../lib/cart/coupon';
import { couponOffer } from '../../lib/coupon-offer';
import { couponTerms } from '../../lib/coupon-terms';
import { Button } from '../controls/button';
import { FieldError } from './field-error';

const NO_CODE = 'Enter your coupon code.';

interface CouponFieldProps {
  /** The coupon code in use; null for none. */
  coupon: string | null;
  /** Why it cannot be used. */
  refusal: string | undefined;
  /** A request is pending, so the shop's result for the code is unknown. */
  asking: boolean;
  /** An order was refused because of the code; a new object for each refusal. */
  refusedOrder?: object | null;
  onChange: (code: string | null) => void;
}

/**
 * Applies or removes a coupon. Not a form of its own, because it is also part of the checkout form.
 */
export function CouponField(props: CouponFieldProps) {
  const { coupon, refusal, asking, refusedOrder = null, onChange } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  /** Null while the field matches the applied coupon. */
  const [typed, setTyped] = useState<string | null>(null);
  /** An input error found before the code is sent to the shop. */
  const [fault, setFault] = useState<string | null>(null);
  /**
   * The shop's last result: it stays while requests about other things, such as the place, are
   * pending.
   */
  const [result, setResult] = useState<{ of: string | null; refusal?: string }>({ of: null });
  if (!asking && (result.of !== coupon || result.refusal !== refusal)) {
    setResult({ of: coupon, refusal });
  }
  const isAsking = coupon !== result.of;
  const known = typed === null && !isAsking ? result.refusal : undefined;
  const error = fault ?? known;
  const isUsed = coupon !== null && typed === null && error === undefined;

  // Set while the response requested here is pending; later ones arrive while the user types
  // something else.
  const isAwaited = useRef(false);
  useEffect(() => {
    if (refusedOrder !== null) isAwaited.current = true;
  }, [refusedOrder]);
  useEffect(() => {
    if (known === undefined || !isAwaited.current) return;
    isAwaited.current = false;
    field.current?.focus();
  }, [known, refusedOrder]);

  const apply = () => {
    const code = (typed ?? coupon ?? '').trim();
    // The button may disappear in a moment.
    field.current?.focus();
    if (code !== '' && !isCouponCode(code)) {
      setFault(NO_SUCH_COUPON);
      return;
    }
    if (code === '' && coupon === null) {
      setFault(NO_CODE);
      return;
    }
    setTyped(null);
    isAwaited.current = code !== '';
    onChange(code === '' ? null : code);
  };
  const remove = () => {
    setTyped(null);
    setFault(null);
    onChange(null);
    field.current?.focus();
  };

  return (
    <div className="field coupon-field">
      <label htmlFor={id}>Coupon</label>
      <div>
        <input
          ref={field}
          id={id}
          className="input"
          autoComplete="off"
          spellCheck={false}
          value={typed ?? coupon ?? ''}
          readOnly={isUsed}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The surrounding form must not be submitted.
            event.preventDefault();
            if (!isUsed) apply();
          }}
        />
        {!isUsed && <Button onClick={apply}>Apply</Button>}
        {coupon !== null && (
          <Button busy={isAsking} onClick={remove}>
            Remove <span className="sr-only">the coupon</span>
          </Button>
        )}
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {couponOffer && coupon === null && (
        <p className="hint">New coupons: {couponTerms(couponOffer)}</p>
      )}
      <p className="sr-only" role="status">
        {isUsed && !isAsking && 'The coupon is applied to this order.'}
      </p>
    </div>
  );
}
