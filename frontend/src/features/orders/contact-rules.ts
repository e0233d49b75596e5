import { string } from 'yup';
import { postalAddress } from '../../api/generated-limits';
import { notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';
import { phoneRule } from '../../ui/forms/phone-rule';

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
  phone: phoneRule,
};
