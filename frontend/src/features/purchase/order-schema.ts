import { object, string } from 'yup';
import { validation } from '../../lib/texts';

const WHOLE_NUMBER = /^\s*-?\d*\s*$/;

/** The limits of the quantity are not here: they are told by toast, when the order is placed. */
export const orderSchema = object({
  address: string().trim().required(validation.addressRequired),
  phone: string().trim().required(validation.phoneRequired),
  quantity: string().matches(WHOLE_NUMBER, validation.quantityWhole),
});

export interface OrderForm {
  name: string;
  email: string;
  address: string;
  phone: string;
  quantity: string;
}
