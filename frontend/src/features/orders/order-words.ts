import type { AgreedFit, Order } from '../../api/contract/generated-types';
import { formatDateTime } from '../../lib/date-time';
import { formatDollars } from '../../lib/format';

/** What the customer's bank has done about a disputed payment; nothing once the shop has won. */
const AT_THE_BANK: Partial<Record<NonNullable<Order['dispute']>, string>> = {
  inquiry: 'your bank has asked us about it',
  open: 'your bank is holding it until the dispute is decided',
  lost: 'your bank has returned it to you',
};

/** A note for the customer in addition to the badges. */
export function orderNote({ state, paid, heldUntil, ...order }: Order): string | null {
  if (paid) {
    const { transactionId, refundedAmount, dispute } = order;
    const atTheBank = dispute && AT_THE_BANK[dispute];
    const refunded = refundedAmount && `${formatDollars(refundedAmount)} of it refunded`;
    return [`Transaction ${transactionId}`, refunded, atTheBank].filter(Boolean).join(', ');
  }
  switch (state) {
    case 'held':
      return heldUntil ? `Reserved for you until ${formatDateTime(heldUntil)}` : null;
    case 'lapsed':
      return 'Reservation expired: pay while stock lasts';
    case 'refunded':
      return 'Your refund is on its way';
    default:
      return null;
  }
}

/** A line's car and the agreed conditions, for packing: `2018 Honda Civic: With A/C`. */
export function carInWords({ name, verdict, conditions }: AgreedFit): string {
  const agreed = verdict === 'does_not_fit' ? ['not listed for it', ...conditions] : conditions;
  return agreed.length === 0 ? name : `${name}: ${agreed.join('; ')}`;
}

/** After a lost response. The attempt's key is saved, so the shop recognizes the order. */
export const MAY_BE_PLACED =
  'Your order may have been placed. Press PLACE ORDER again to be sure: it will not be ordered twice.';
