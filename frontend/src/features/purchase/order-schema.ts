import { object, string } from 'yup';
import { isWithin } from '../../lib/text-length';
import { validation } from '../../lib/texts';

const WHOLE_NUMBER = /^\s*-?\d*\s*$/;
const PHONE_NUMBER = /^(?=(?:\D*\d){3})[\d\s+().-]+$/;

/** The limits of the quantity are not here: they are told by toast, when the order is placed. */
export const orderSchema = object({
  address: string()
    .trim()
    .required(validation.addressRequired)
    .test('limit', validation.addressTooLong, isWithin(300)),
  phone: string()
    .trim()
    .required(validation.phoneRequired)
    .matches(PHONE_NUMBER, validation.phoneInvalid)
    .max(40, validation.phoneInvalid),
  quantity: string().matches(WHOLE_NUMBER, validation.quantityWhole),
});

/** What the form holds. */
export interface OrderValues {
  name: string;
  email: string;
  address: string;
  phone: string;
  quantity: string;
}
