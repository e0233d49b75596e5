import { phoneNumber, phoneNumberPattern } from '../../api/contract/generated-types';
import { validation } from '../../lib/texts';
import { plainText } from './plain-text';

/** A phone number for contacting the customer. */
export const phoneRule = plainText()
  .required(validation.phoneRequired)
  .matches(phoneNumberPattern, validation.phoneInvalid)
  .max(phoneNumber.maxLength, validation.phoneInvalid);
