import { string } from 'yup';
import { postalAddress } from '../../api/contract/generated-types';
import { notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';
import { phoneRule } from '../../ui/forms/phone-rule';

/** The delivery and contact details that every order needs. */
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
