import { useState } from 'react';
import { useStore } from 'react-redux';
import { cartsApi } from '../../../api/carts';
import { fieldSentences } from '../../../api/field-sentences';
import type { Quote } from '../../../api/generated-types';
import { codeOf, isOutcomeUnknown, mayBeDone, sentenceFor } from '../../../api/problem';
import { titleOf } from '../../../api/use-quote';
import { withoutOrdered } from '../../../lib/cart/cart-changes';
import { cartEdited, type CartRoot } from '../../../lib/cart/cart-slice';
import { formatDollars } from '../../../lib/format';
import { IdempotencyKey } from '../../../lib/idempotency-key';
import type { Person } from '../../../lib/session/session-slice';
import { toasts } from '../../../lib/texts';
import { notify } from '../../../ui/messages/notify';
import type { Contact } from '../contact-rules';
import { MAY_BE_PLACED } from '../order-words';
import type { OrderedLine } from '../ordered-lines';
import type { Placed } from '../placed-order';

/** What is ordered, at what it costs as shown. */
export interface Offer {
  lines: OrderedLine[];
  total: number;
}

type End = { kind: 'placed'; order: Placed } | { kind: 'failed'; fields: Record<string, string> };

export interface Failure {
  kind: 'price' | 'lines' | 'unsure' | 'other';
  text: string;
}

const LABELS = { address: 'address', phone: 'phone' };

export const SEE_LINES = 'Some parts cannot be ordered as they are: see their lines.';

export const offerOf = ({ lines, total }: Quote): Offer => ({
  lines: lines.map((quoted) => {
    const { part, quantity, total: ofLine } = quoted;
    return { part, title: titleOf(quoted), quantity, total: ofLine, quoted };
  }),
  total,
});

/** Orders what the cart holds; what was ordered leaves it. */
export function useCheckOut(person: Person) {
  const [checkOut] = cartsApi.useCheckOutMutation();
  const store = useStore<CartRoot>();
  const [failure, setFailure] = useState<Failure | null>(null);
  /**
   * What was sent when the answer was lost. It may hold the very pieces that the shop is short of now, so it
   * can be sent again as it was, whatever the quote says by then.
   */
  const [unconfirmed, setUnconfirmed] = useState<Offer | null>(null);
  const [idempotencyKey] = useState(() => new IdempotencyKey(`checkout by ${person.email}`));

  const place = async (contact: Contact, offer: Offer): Promise<End> => {
    setFailure(null);
    const lines = offer.lines.map(({ part, quantity }) => ({ part, quantity }));
    const checkoutRequest = { ...contact, lines, totalPrice: offer.total };
    const answer = await checkOut({
      'Idempotency-Key': idempotencyKey.keyFor(checkoutRequest),
      checkoutRequest,
    });
    if (answer.data) {
      idempotencyKey.clear();
      setUnconfirmed(null);
      store.dispatch(cartEdited(withoutOrdered(store.getState().cart.lines, lines)));
      notify.success(toasts.orderPlaced);
      return { kind: 'placed', order: { id: answer.data.insertedId, ...offer } };
    }
    const { error } = answer;
    if (!isOutcomeUnknown(error)) idempotencyKey.clear();
    setUnconfirmed(mayBeDone(error) ? offer : null);
    const fields = fieldSentences(error, LABELS);
    if (Object.keys(fields).length === 0) setFailure(failureOf(error, offer.total));
    return { kind: 'failed', fields };
  };

  return { place, failure, unconfirmed };
}

/** @param total what was shown */
function failureOf(error: unknown, total: number): Failure {
  switch (codeOf(error)) {
    case 'price_changed':
      return {
        kind: 'price',
        text: `It was ${formatDollars(total)}. Check it, then place the order again.`,
      };
    case 'line_problems':
      return { kind: 'lines', text: SEE_LINES };
    default:
      return {
        kind: mayBeDone(error) ? 'unsure' : 'other',
        text: sentenceFor(error, MAY_BE_PLACED),
      };
  }
}
