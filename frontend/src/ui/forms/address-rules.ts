import { string } from 'yup';
import { addressLine, cityName, recipientName } from '../../api/contract/generated-types';
import { notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';
import { phoneRule } from './phone-rule';
import { placeRules } from './place-rules';

/** Labels for the errors of a destination's fields. */
export const DESTINATION_LABELS = {
  recipient: 'name',
  line1: 'street address',
  line2: 'apartment or suite',
  postalCode: 'postal code',
  city: 'city',
  region: 'state or province',
  country: 'country',
};

const { recipient, line1, line2, city } = DESTINATION_LABELS;

/** Validation rules for a delivery address. */
export const addressRules = {
  recipient: string()
    .trim()
    .required(validation.nameRequired)
    .test(notTooLong(recipient, recipientName)),
  line1: string().trim().required(validation.required(line1)).test(notTooLong(line1, addressLine)),
  line2: string().trim().test(notTooLong(line2, addressLine)),
  city: string().trim().required(validation.required(city)).test(notTooLong(city, cityName)),
  ...placeRules,
  phone: phoneRule,
};
