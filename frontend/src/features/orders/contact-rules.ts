import { string } from 'yup';
import { phoneNumber, phoneNumberPattern, postalAddress } from '../../api/generated-limits';
import { notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';

/** Where the goods go and how to reach the customer: what every order asks for. */
export interface Contact {
  address: string;
  phone: string;
}

export const contactRules = {
  address: string()
    .trim()
    .required(validation.addressRequired)
    .test(notTooLong('address', postalAddress)),
  phone: string()
    .trim()
    .required(validation.phoneRequired)
    .matches(phoneNumberPattern, validation.phoneInvalid)
    .max(phoneNumber.maxLength, validation.phoneInvalid),
};
