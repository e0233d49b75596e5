import { object, string } from 'yup';
import { addressLine, cityName, recipientName } from '../../../api/generated-limits';
import type { DestinationFields } from '../../../api/generated-types';
import { HOME } from '../../../lib/places/countries';
import type { Place } from '../../../lib/places/place';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { placeRules } from '../../../ui/forms/place-rules';
import { contactRules } from '../contact-rules';

/** What the customer fills in. */
export interface CheckoutValues extends Place {
  recipient: string;
  line1: string;
  line2: string;
  city: string;
  phone: string;
  /** The id of a way to ship; empty for the cheapest. */
  shipping: string;
}

export const blankCheckout = (name: string): CheckoutValues => ({
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
  'destination.recipient': 'name',
  'destination.line1': 'street address',
  'destination.line2': 'apartment or suite',
  'destination.postalCode': 'postal code',
  'destination.city': 'city',
  'destination.region': 'state or province',
  'destination.country': 'country',
  phone: 'phone',
};

export const checkoutSchema = object({
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
