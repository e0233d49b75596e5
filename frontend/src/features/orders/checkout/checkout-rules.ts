import { object, string } from 'yup';
import { addressLine, cityName, recipientName } from '../../../api/generated-limits';
import type { DestinationFields } from '../../../api/generated-types';
import { HOME } from '../../../lib/places/countries';
import type { Place } from '../../../lib/places/place';
import { emailRefusal, notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { placeRules } from '../../../ui/forms/place-rules';
import { contactRules } from '../contact-rules';
import type { Customer } from './customer';

/** What the customer fills in. */
export interface CheckoutValues extends Place {
  /** Of a guest; a member's is known. */
  email: string;
  recipient: string;
  line1: string;
  line2: string;
  city: string;
  phone: string;
  /** The id of a way to ship; empty for the cheapest. */
  shipping: string;
}

export const blankCheckout = ({ name, email, isGuest }: Customer): CheckoutValues => ({
  email: isGuest ? email : '',
  recipient: name,
  line1: '',
  line2: '',
  postalCode: '',
  city: '',
  region: '',
  country: HOME,
  phone: '',
  shipping: '',
});

/** What the sentences about a field call it, by the server's names. */
export const LABELS = {
  // A guest is called what the recipient is called.
  name: 'name',
  email: 'email',
  'destination.recipient': 'name',
  'destination.line1': 'street address',
  'destination.line2': 'apartment or suite',
  'destination.postalCode': 'postal code',
  'destination.city': 'city',
  'destination.region': 'state or province',
  'destination.country': 'country',
  phone: 'phone',
};

const email = string().test({
  name: 'email',
  test: (typed, { createError }) => {
    const message = emailRefusal(typed ?? '');
    return message === null || createError({ message });
  },
});

const memberSchema = object({
  recipient: string()
    .trim()
    .required(validation.nameRequired)
    .test(notTooLong('name', recipientName)),
  line1: string()
    .trim()
    .required(validation.required('street address'))
    .test(notTooLong('street address', addressLine)),
  line2: string().trim().test(notTooLong('apartment or suite', addressLine)),
  city: string().trim().required(validation.required('city')).test(notTooLong('city', cityName)),
  ...placeRules,
  phone: contactRules.phone,
});

const guestSchema = memberSchema.shape({ email });

export const checkoutSchema = ({ isGuest }: Customer) => (isGuest ? guestSchema : memberSchema);

const textOf = (typed: string) => (typed.trim() === '' ? undefined : typed.trim());

/** The destination as it is sent, of values that the schema has let through. */
export const destinationOf = (values: CheckoutValues): DestinationFields => ({
  recipient: values.recipient.trim(),
  line1: values.line1.trim(),
  line2: textOf(values.line2),
  city: values.city.trim(),
  region: textOf(values.region),
  postalCode: textOf(values.postalCode),
  country: values.country as DestinationFields['country'],
});
