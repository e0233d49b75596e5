import { string } from 'yup';
import { phoneNumber, phoneNumberPattern } from '../../api/generated-limits';
import { validation } from '../../lib/texts';

/** A telephone number by which customers can be reached. */
export const phoneRule = string()
  .trim()
  .required(validation.phoneRequired)
  .matches(phoneNumberPattern, validation.phoneInvalid)
  .max(phoneNumber.maxLength, validation.phoneInvalid);
