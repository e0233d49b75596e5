/**
 * The checkout of a single part, independent of the cart. As in the order form, the part is in the
 * URL, so it survives a reload and a sign-in.
 */
import { addressLine } from '../../../api/contract/generated-types';
import { type CartLine, parseLines } from '../../../lib/cart/cart-storage';
import { paths } from '../../../lib/paths';
import { type AddressForm, destinationForm } from '../../../lib/places/address-book';
import type { Person } from '../../../lib/session/session-slice';
import { isWithin } from '../../../lib/text-rules';
import type { Contact } from '../contact-rules';
import type { KnownContact } from '../known-contact';
import { readCheckoutDraft, saveCheckoutDraft } from './checkout-draft';

/** The part in the URL; null to order the cart. */
export function singlePart(query: URLSearchParams): CartLine | null {
  const line = {
    part: query.get('part'),
    quantity: Number(query.get('quantity')),
    vehicle: query.get('vehicle'),
  };
  return parseLines(JSON.stringify([line]))[0] ?? null;
}

/** Splits a one-line address into fields, as far as possible. */
function addressOfText(text: string, known: KnownContact | null): Partial<AddressForm> {
  if (known?.destination && known.address === text) return destinationForm(known.destination);
  // The rest of a typed address cannot be split reliably.
  const [street = ''] = text.split(/\s*[,\n]/);
  return isWithin(addressLine.maxLength)(street) ? { line1: street } : {};
}

/**
 * Copies the input of a part's order form into the checkout's draft.
 * @param known the details that the order form prefilled
 * @returns the URL of the part's checkout
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
  saveCheckoutDraft(customer, { ...draft, ...address, phone: typed.phone });
  return paths.checkoutOf(part, quantity, vehicle);
}
