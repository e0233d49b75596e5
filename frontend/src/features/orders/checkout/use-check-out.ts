import { useState } from 'react';
import { cartsApi, type AskedLine } from '../../../api/carts';
import { fieldSentences } from '../../../api/contract/field-sentences';
import { comeAsGuest } from '../../../api/session/guests';
import type { Quote } from '../../../api/contract/generated-types';
import { codeOf, isOutcomeUnknown, mayBeDone, sentenceFor } from '../../../api/contract/problem';
import { useShopDispatch } from '../../../api/session/session-hooks';
import { titleOf } from '../../../api/use-quote';
import { type Amounts, amountsOfQuote } from '../../../lib/amounts';
import { saveCoupon } from '../../../lib/cart/coupon';
import { confirmedFor, UNKNOWN_CAR } from '../../../lib/cart/line-fit';
import type { TickedFitsOfCart } from '../../../lib/cart/ticked-fits';
import { formatDollars } from '../../../lib/format';
import { IdempotencyKey } from '../../../lib/idempotency-key';
import { addressFields, addressOf } from '../../../lib/places/address-book';
import { noteOrder } from '../../../lib/purchase-words';
import { toasts } from '../../../lib/texts';
import { notify } from '../../../ui/messages/notify';
import { MAY_BE_PLACED } from '../order-words';
import type { OrderedLine } from '../ordered-lines';
import type { CheckedOut } from './checked-out';
import { type CheckoutValues, LABELS } from './checkout-rules';
import { checkoutOf, type Customer } from './customer';

/** The items and the total, as shown. */
export interface Offer {
  /** Each with what the customer has confirmed about its car. */
  lines: (OrderedLine & { confirmed: string[] })[];
  total: number;
  amounts: Amounts;
  /** The id of the shipping method included in the total. */
  shipping: string | undefined;
  /** The requested terms in addition to the lines: the place and the coupon. */
  terms: OfferTerms;
}

interface OfferTerms {
  place: unknown;
  coupon: string | null;
}

type End =
  { kind: 'placed'; order: CheckedOut } | { kind: 'failed'; fields: Record<string, string> };

export interface Failure {
  kind: 'price' | 'lines' | 'fit' | 'coupon' | 'unsure' | 'other';
  text: string;
}

export const SEE_LINES = 'Some parts cannot be ordered as they are. See the notes next to them.';

export const SEE_FITS =
  'Some parts may not fit the cars you chose. Tick what applies next to each, then place the order again.';

export const offerOf = (quote: Quote, terms: OfferTerms, fits: TickedFitsOfCart): Offer => ({
  lines: quote.lines.map((quoted: AskedLine) => {
    const { part, vehicle, quantity, total } = quoted;
    const confirmed = confirmedFor({ part, vehicle, quoted }, fits);
    return { part, vehicle, title: titleOf(quoted), quantity, total, quoted, confirmed };
  }),
  total: quote.total,
  amounts: amountsOfQuote(quote),
  shipping: quote.shippingMethod,
  terms,
});

/** The server nests the destination's fields; the form has them on one level. */
const fieldsOf = (error: unknown) =>
  Object.fromEntries(
    Object.entries(fieldSentences(error, LABELS)).map(([field, sentence]) => [
      field === 'name' ? 'recipient' : field.replace('destination.', ''),
      sentence,
    ]),
  );

/** Orders several parts. */
export function useCheckOut(customer: Customer) {
  const dispatch = useShopDispatch();
  const [checkOut] = cartsApi.useCheckOutMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  /**
   * The request whose response was lost. It may hold the pieces that the shop is now short of, so
   * it can be repeated unchanged, whatever the quote shows by then.
   */
  const [unconfirmed, setUnconfirmed] = useState<Offer | null>(null);
  const [idempotencyKey] = useState(() => new IdempotencyKey(checkoutOf(customer)));

  const refused = (error: unknown, total: number): End => {
    const fields = fieldsOf(error);
    if (Object.keys(fields).length === 0) setFailure(failureOf(error, total));
    return { kind: 'failed', fields };
  };

  const place = async (values: CheckoutValues, offer: Offer): Promise<End> => {
    setFailure(null);
    if (customer.isGuest) {
      const guest = { name: values.recipient.trim(), email: values.email.trim() };
      const error = await dispatch(comeAsGuest(guest));
      if (error !== null) {
        const { total } = offer;
        return refused(error, total);
      }
    }
    const lines = offer.lines.map(({ part, quantity, vehicle, confirmed }) => ({
      part,
      quantity,
      ...(vehicle !== undefined && { vehicle }),
      ...(confirmed.length > 0 && { confirmed }),
    }));
    const { shipping, total } = offer;
    const { coupon } = offer.terms;
    const checkoutRequest = {
      lines,
      ...addressFields(addressOf(values)),
      ...(shipping !== undefined && { shipping }),
      ...(coupon !== null && { coupon }),
      totalPrice: total,
    };
    noteOrder('sent');
    const answer = await checkOut({
      'Idempotency-Key': idempotencyKey.keyFor(checkoutRequest),
      checkoutRequest,
    });
    if (answer.data) {
      idempotencyKey.clear();
      setUnconfirmed(null);
      if (coupon !== null) saveCoupon(null);
      noteOrder('done', answer.data.insertedId);
      notify.success(toasts.orderPlaced);
      return { kind: 'placed', order: { id: answer.data.insertedId, ...offer } };
    }
    const { error } = answer;
    noteOrder(mayBeDone(error) ? 'unknown' : 'failed');
    if (!isOutcomeUnknown(error)) idempotencyKey.clear();
    setUnconfirmed(mayBeDone(error) ? offer : null);
    return refused(error, total);
  };

  return { place, failure, unconfirmed };
}

/** @param total the total that was shown */
function failureOf(error: unknown, total: number): Failure {
  switch (codeOf(error)) {
    case 'price_changed':
      return {
        kind: 'price',
        text: `It was ${formatDollars(total)}. Check it, then place the order again.`,
      };
    case 'fit_not_confirmed':
      return { kind: 'fit', text: SEE_FITS };
    case 'no_such_vehicle':
      return { kind: 'fit', text: UNKNOWN_CAR };
    case 'line_problems':
      return { kind: 'lines', text: SEE_LINES };
    case 'coupon_unknown':
    case 'coupon_used':
    case 'coupon_expired':
    case 'coupon_minimum':
    case 'coupon_redeemed':
      return { kind: 'coupon', text: sentenceFor(error) };
    default:
      return {
        kind: mayBeDone(error) ? 'unsure' : 'other',
        text: sentenceFor(error, MAY_BE_PLACED),
      };
  }
}
