import { boolean, object, string } from 'yup';
import { type AddressForm, blankAddress } from '../../../lib/places/address-book';
import { fieldTexts } from '../../../lib/field-texts';
import { emailRefusal } from '../../../lib/text-rules';
import { addressRules, DESTINATION_LABELS } from '../../../ui/forms/address-rules';
import type { Customer } from './customer';

/** What the customer fills in. */
export interface CheckoutValues extends AddressForm {
  /** Of a guest; a member's is known. */
  email: string;
  /** A member has an address that is not in their address book put there. */
  keepAddress: boolean;
}

export const blankCheckout = ({ name, email, isGuest }: Customer): CheckoutValues => ({
  email: isGuest ? email : '',
  ...blankAddress(name),
  keepAddress: true,
});

/** What the sentences about a field call it, by the server's names. */
export const LABELS = {
  // A guest is called what the recipient is called.
  name: 'name',
  email: 'email',
  ...Object.fromEntries(
    Object.entries(DESTINATION_LABELS).map(([field, label]) => [`destination.${field}`, label]),
  ),
  phone: 'phone',
};

/** Said to be required as well, so that the field is marked. */
const email = string()
  .required(fieldTexts.emailRequired)
  .test({
    name: 'email',
    test: (typed, { createError }) => {
      const message = emailRefusal(typed);
      return message === null || createError({ message });
    },
  });

const memberSchema = object({ ...addressRules, keepAddress: boolean() });

const guestSchema = memberSchema.shape({ email });

export const checkoutSchema = ({ isGuest }: Customer) => (isGuest ? guestSchema : memberSchema);
