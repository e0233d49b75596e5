import { FormikProvider, type FormikHelpers, useFormik } from 'formik';
import { useState } from 'react';
import { useStore } from 'react-redux';
import { saveAddress } from '../../../api/sync/save-address';
import { sentenceFor } from '../../../api/contract/problem';
import { useShopDispatch } from '../../../api/session/session-hooks';
import { useQuote } from '../../../api/use-quote';
import { isSameCart, withoutOrdered } from '../../../lib/cart/cart-changes';
import { cartEdited, type CartRoot } from '../../../lib/cart/cart-slice';
import type { CartLine } from '../../../lib/cart/cart-storage';
import { useCoupon } from '../../../lib/cart/coupon';
import { useTickedFits } from '../../../lib/cart/ticked-fits';
import { saveShipping, useOfferedOnly, useShipping } from '../../../lib/cart/shipping-choice';
import { addressOf, canSave, positionOf } from '../../../lib/places/address-book';
import { knownPlace } from '../../../lib/places/place';
import { Refusal } from '../../../ui/forms/refusal';
import { refuse } from '../../../ui/forms/server-errors';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { StaleNotice } from '../../../ui/messages/stale-notice';
import { useSavedAddresses } from '../known-contact';
import { deleteOrderDraft } from '../purchase/order-draft';
import { deleteCheckoutDraft, readCheckoutDraft } from './checkout-draft';
import { CheckoutForm } from './checkout-form';
import type { CheckedOut } from './checked-out';
import { checkoutSchema, type CheckoutValues } from './checkout-rules';
import { useCustomer } from './customer';
import { offerOf, useCheckOut } from './use-check-out';

const TITLE = 'Checkout | Autoparts';

interface CheckoutProps {
  lines: CartLine[];
  /** Otherwise a single part is ordered, and the cart does not change. */
  fromCart: boolean;
  onPlaced: (order: CheckedOut) => void;
}

/**
 * Orders some lines, from the address to the button. Order summary depends on the form's values.
 */
export function Checkout({ lines, fromCart, onPlaced }: CheckoutProps) {
  const customer = useCustomer();
  const { place, failure, unconfirmed } = useCheckOut(customer);
  const saved = useSavedAddresses(customer);
  const dispatch = useShopDispatch();
  const store = useStore<CartRoot>();
  const [coupon, setCoupon] = useCoupon();
  const [shipping, setShipping] = useShipping();
  const fits = useTickedFits();
  const [initialValues] = useState(() => readCheckoutDraft(customer));

  const submit = async (values: CheckoutValues, form: FormikHelpers<CheckoutValues>) => {
    const offer = canRepeat ? unconfirmed : priced.quote && offerOf(priced.quote, terms, fits);
    if (offer === undefined) return;
    const end = await place(values, offer);
    if (end.kind === 'failed') {
      refuse(form, values, end.fields);
      return;
    }
    const isSaved = positionOf(saved ?? [], values) >= 0;
    const isKept = values.saveAddress && saved !== null && canSave(saved, values);
    // The order has been placed, so this is not awaited.
    if (isSaved || isKept) void dispatch(saveAddress(addressOf(values)));
    fits.remove(lines);
    deleteCheckoutDraft(customer);
    saveShipping(null);
    // The order form that led here is completed, so its draft is deleted as well.
    if (!fromCart)
      lines.forEach(({ part }) => {
        deleteOrderDraft(part, customer.email);
      });
    onPlaced(end.order);
    // After the order is shown, because an empty cart looks for an unpaid order.
    if (fromCart)
      store.dispatch(cartEdited(withoutOrdered(store.getState().cart.lines, end.order.lines)));
  };

  const formik = useFormik({
    initialValues,
    validationSchema: checkoutSchema(customer),
    onSubmit: submit,
  });
  const { values } = formik;
  const terms = { place: knownPlace(values), coupon };
  const priced = useQuote(lines, {
    place: terms.place,
    shipping: shipping ?? undefined,
    coupon: coupon ?? undefined,
  });
  const canRepeat =
    unconfirmed !== null &&
    isSameCart(unconfirmed.lines, lines) &&
    JSON.stringify(unconfirmed.terms) === JSON.stringify(terms);

  useOfferedOnly(priced, shipping, () => {
    setShipping(null);
  });

  if (priced.quote === undefined) {
    if (priced.error === undefined) return <Loading>Checking prices</Loading>;
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
      <FormikProvider value={formik}>
        <Refusal fields={priced.placeRefusal} />
        <CheckoutForm
          customer={customer}
          saved={saved}
          quote={priced.quote}
          priced={priced}
          fits={fits}
          fromCart={fromCart}
          coupon={coupon}
          onCoupon={setCoupon}
          shipping={shipping}
          onShipping={setShipping}
          failure={failure}
          canRepeat={canRepeat}
        />
      </FormikProvider>
    </div>
  );
}
