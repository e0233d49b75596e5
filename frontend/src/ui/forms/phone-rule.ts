import { phoneNumber, phoneNumberPattern } from '../../api/generated-limits';
import { validation } from '../../lib/texts';
import { plainText } from './plain-text';

/** A telephone number by which customers can be reached. */
export const phoneRule = plainText()
  .required(validation.phoneRequired)
  .matches(phoneNumberPattern, validation.phoneInvalid)
  .max(phoneNumber.maxLength, validation.phoneInvalid);
