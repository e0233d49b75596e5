import { boolean, object, string } from 'yup';
import { type AddressForm, blankAddress } from '../../../lib/places/address-book';
import { fieldTexts } from '../../../lib/field-texts';
import { emailRefusal } from '../../../lib/text-rules';
import { addressRules, DESTINATION_LABELS } from '../../../ui/forms/address-rules';
import type { Customer } from './customer';

/** The form's values. */
export interface CheckoutValues extends AddressForm {
  /** A guest's email address; a member's is known. */
  email: string;
  /** Adds the address to a member's address book if it is not in it yet. */
  saveAddress: boolean;
}

export const blankCheckout = ({ name, email, isGuest }: Customer): CheckoutValues => ({
  email: isGuest ? email : '',
  ...blankAddress(name),
  saveAddress: true,
});

/** Labels for field errors, by the server's field names. */
export const LABELS = {
  // A guest's name is the recipient's name.
  name: 'name',
  email: 'email',
  ...Object.fromEntries(
    Object.entries(DESTINATION_LABELS).map(([field, label]) => [`destination.${field}`, label]),
  ),
  phone: 'phone',
};

/** Declared as required as well, so that the form marks the field. */
const email = string()
  .required(fieldTexts.emailRequired)
  .test({
    name: 'email',
    test: (typed, { createError }) => {
      const message = emailRefusal(typed);
      return message === null || createError({ message });
    },
  });

const memberSchema = object({ ...addressRules, saveAddress: boolean() });

const guestSchema = memberSchema.shape({ email });

export const checkoutSchema = ({ isGuest }: Customer) => (isGuest ? guestSchema : memberSchema);
