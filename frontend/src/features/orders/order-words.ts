import type { AgreedFit, Order } from '../../api/generated-types';
import { formatDateTime } from '../../lib/date-time';
import { formatDollars } from '../../lib/format';

/** What the customer's own bank has done about the payment, as long as that changes anything. */
const AT_THE_BANK: Partial<Record<NonNullable<Order['dispute']>, string>> = {
  inquiry: 'your bank has asked us about it',
  open: 'your bank is holding it until the dispute is decided',
  lost: 'your bank has returned it to you',
};

/** What there is to know about an order besides its badges, for its customer. */
export function orderNote({ state, paid, heldUntil, ...order }: Order): string | null {
  if (paid) {
    const { transactionId, refundedAmount, dispute } = order;
    const atTheBank = dispute && AT_THE_BANK[dispute];
    const givenBack = refundedAmount && `${formatDollars(refundedAmount)} of it refunded`;
    return [`Transaction ${transactionId}`, givenBack, atTheBank].filter(Boolean).join(', ');
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

/** The car that a line is for and what was agreed about it, for those who pack it: `2018 Honda Civic: With A/C`. */
export function carInWords({ name, verdict, conditions }: AgreedFit): string {
  const agreed = verdict === 'does_not_fit' ? ['not listed for it', ...conditions] : conditions;
  return agreed.length === 0 ? name : `${name}: ${agreed.join('; ')}`;
}

/** After a lost answer. The key of the attempt is kept, so the shop knows the order again. */
export const MAY_BE_PLACED =
  'Your order may have been placed. Press PLACE ORDER again to be sure: it will not be ordered twice.';
