/**
 * The checkout of one part, beside the cart. What is ordered stands in the address, as it does for the
 * order form: so it survives a reload and signing in, and the cart stays what it was.
 */
import { addressLine } from '../../../api/generated-limits';
import { type CartLine, parseLines } from '../../../lib/cart/cart-storage';
import { paths } from '../../../lib/paths';
import type { Person } from '../../../lib/session/session-slice';
import { isWithin } from '../../../lib/text-rules';
import type { Contact } from '../contact-rules';
import { keepCheckoutDraft, readCheckoutDraft } from './checkout-draft';

/** The part that the address names; null when it names none, and the cart is ordered. */
export function singlePart(query: URLSearchParams): CartLine | null {
  const line = { part: query.get('part'), quantity: Number(query.get('quantity')) };
  return parseLines(JSON.stringify([line]))[0] ?? null;
}

/**
 * Takes along what was typed into the order form of a part.
 * @returns the address that leads to its checkout
 */
export function toCheckout({ part, quantity }: CartLine, typed: Contact, person: Person): string {
  const customer = { ...person, isGuest: false };
  const draft = readCheckoutDraft(customer);
  // The rest of an address that is one text cannot be told apart with certainty.
  const [street = ''] = typed.address.split(/\s*[,\n]/);
  const line1 =
    draft.line1 === '' && isWithin(addressLine.maxLength)(street) ? street : draft.line1;
  keepCheckoutDraft(customer, { ...draft, line1, phone: typed.phone });
  return paths.checkoutOf(part, quantity);
}
