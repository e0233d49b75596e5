import { useState } from 'react';
import type { Code, Part } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { fieldSentences } from '../../../api/contract/field-sentences';
import { codeOf, isOutcomeUnknown, mayBeDone, sentenceFor } from '../../../api/contract/problem';
import { formatDollars, lineTotal } from '../../../lib/format';
import { IdempotencyKey } from '../../../lib/idempotency-key';
import { quantityRefusal } from '../../../lib/quantity';
import { noteOrder } from '../../../lib/purchase-words';
import type { Person } from '../../../lib/session/session-slice';
import { toasts } from '../../../lib/texts';
import { notify } from '../../../ui/messages/notify';
import { useKnownContact } from '../known-contact';
import { MAY_BE_PLACED } from '../order-words';
import { refusalOnPage } from './order-rules';

export interface OrderDetails {
  address: string;
  phone: string;
  quantity: number;
  /** The order's car. */
  vehicle?: string;
  /** What the customer confirmed about it. */
  confirmed?: string[];
}

/**
 * How an attempt ended; `refused` means this quantity is not available, `checkout` that there are
 * extra charges, which the checkout shows.
 */
type End =
  | { kind: 'placed'; id: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'checkout'; address: string }
  | { kind: 'failed'; fields: Record<string, string>; fit?: 'changed' };

/** Fields with their own errors; the customer cannot edit the others. */
const LABELS = { address: 'address', phone: 'phone', quantity: 'quantity' };

/** The part has changed since the form was filled in. */
const CHANGED: readonly Code[] = ['price_changed', 'out_of_stock', 'below_minimum', 'not_a_pack'];

/** Places orders for a part, and explains refusals with the part's current data. */
export function usePlaceOrder(part: Part, person: Person) {
  const [placeOrder] = shopApi.usePlaceOrderMutation();
  const [getPart] = shopApi.useLazyGetPartQuery();
  const known = useKnownContact({ email: person.email, isGuest: false });
  const [problem, setProblem] = useState<string | null>(null);
  /** Whether My Orders may contain the order although no success was confirmed. */
  const [unsure, setUnsure] = useState(false);
  const [idempotencyKey] = useState(
    () => new IdempotencyKey(`order of ${part._id} by ${person.email}`),
  );

  const refuse = (quantity: number, limits: Part): End | null => {
    const refusal = quantityRefusal(quantity, limits);
    if (refusal === null) return null;
    notify.error(refusal);
    return { kind: 'refused', reason: refusalOnPage(quantity, limits) };
  };

  const place = async (details: OrderDetails): Promise<End> => {
    setProblem(null);
    setUnsure(false);
    const refused = refuse(details.quantity, part);
    if (refused) return refused;

    const newOrder = {
      ...details,
      orderedId: part._id,
      product: part.title,
      totalPrice: lineTotal(part.price, details.quantity),
      name: person.name,
      email: person.email,
      paid: false,
    };
    noteOrder('sent');
    const answer = await placeOrder({
      'Idempotency-Key': idempotencyKey.keyFor(newOrder),
      newOrder,
    });
    if (answer.data) {
      idempotencyKey.clear();
      noteOrder('done', answer.data.insertedId);
      notify.success(toasts.orderPlaced);
      return { kind: 'placed', id: answer.data.insertedId };
    }
    noteOrder(mayBeDone(answer.error) ? 'unknown' : 'failed');
    if (!isOutcomeUnknown(answer.error)) idempotencyKey.clear();
    return explain(answer.error, details);
  };

  const leadToCheckout = async ({ quantity, vehicle, ...typed }: OrderDetails): Promise<End> => {
    try {
      const { toCheckout } = await import('../checkout/checkout-page');
      const line = { part: part._id, quantity, vehicle };
      return { kind: 'checkout', address: toCheckout(line, typed, person, known) };
    } catch {
      setProblem('The checkout did not load. Check your connection, then try again.');
      return { kind: 'failed', fields: {} };
    }
  };

  const explain = async (error: unknown, details: OrderDetails): Promise<End> => {
    const { quantity } = details;
    const code = codeOf(error);
    if (code === 'checkout_required') return leadToCheckout(details);
    if (code !== null && CHANGED.includes(code)) {
      const { data: fresh = part } = await getPart({ id: part._id });
      const refused = refuse(quantity, fresh);
      if (refused) return refused;
      setProblem(
        code === 'price_changed'
          ? `The price is now ${formatDollars(fresh.price)}. Check the new total, then place the order again.`
          : 'The stock has just changed. Check the new quantities, then place the order again.',
      );
      return { kind: 'failed', fields: {} };
    }
    if (code === 'fit_not_confirmed' || code === 'no_such_vehicle') {
      setProblem(
        'The fit information for your car has just changed. Check it, then place the order again.',
      );
      return { kind: 'failed', fields: {}, fit: 'changed' };
    }
    const fields = fieldSentences(error, LABELS);
    if (Object.keys(fields).length === 0) setProblem(sentenceFor(error, MAY_BE_PLACED));
    setUnsure(mayBeDone(error));
    return { kind: 'failed', fields };
  };

  return { place, problem, unsure };
}
