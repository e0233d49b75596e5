/**
 * The checkout of one part, beside the cart. What is ordered stands in the address, as it does for the
 * order form: so it survives a reload and signing in, and the cart stays what it was.
 */
import { addressLine } from '../../../api/generated-limits';
import { type CartLine, parseLines } from '../../../lib/cart/cart-storage';
import { paths } from '../../../lib/paths';
import { type AddressForm, destinationForm } from '../../../lib/places/address-book';
import type { Person } from '../../../lib/session/session-slice';
import { isWithin } from '../../../lib/text-rules';
import type { Contact } from '../contact-rules';
import type { KnownContact } from '../known-contact';
import { keepCheckoutDraft, readCheckoutDraft } from './checkout-draft';

/** The part that the address names; null when it names none, and the cart is ordered. */
export function singlePart(query: URLSearchParams): CartLine | null {
  const line = {
    part: query.get('part'),
    quantity: Number(query.get('quantity')),
    vehicle: query.get('vehicle'),
  };
  return parseLines(JSON.stringify([line]))[0] ?? null;
}

/** As much of an address that is one text as belongs into which field. */
function addressOfText(text: string, known: KnownContact | null): Partial<AddressForm> {
  if (known?.destination && known.address === text) return destinationForm(known.destination);
  // The rest of what somebody typed cannot be told apart with certainty.
  const [street = ''] = text.split(/\s*[,\n]/);
  return isWithin(addressLine.maxLength)(street) ? { line1: street } : {};
}

/**
 * Takes along what was typed into the order form of a part.
 * @param known what the order form offered
 * @returns the address that leads to its checkout
 */
export function toCheckout(
  { part, quantity, vehicle }: CartLine,
  typed: Contact,
  person: Person,
  known: KnownContact | null,
): string {
  const customer = { ...person, isGuest: false };
  const draft = readCheckoutDraft(customer);
  const address = draft.line1 === '' ? addressOfText(typed.address, known) : {};
  keepCheckoutDraft(customer, { ...draft, ...address, phone: typed.phone });
  return paths.checkoutOf(part, quantity, vehicle);
}
