import { object, string } from 'yup';
import { orderReference, personName, returnNote } from '../../api/contract/generated-types';
import type { WithdrawalStatement } from '../../api/contract/generated-types';
import { emailRefusal, notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';

/** The form's values, as typed. */
export interface StatementValues {
  orderNumber: string;
  email: string;
  name: string;
  parts: string;
}

export const BLANK: StatementValues = { orderNumber: '', email: '', name: '', parts: '' };

export const statementSchema = object({
  orderNumber: string()
    .trim()
    .required(validation.required('order number'))
    .test(notTooLong('order number', orderReference)),
  email: string()
    .required(validation.emailRequired)
    .test('email', validation.emailInvalid, (typed) => emailRefusal(typed) === null),
  name: string().test(notTooLong('name', personName)),
  parts: string().test(notTooLong('parts', returnNote)),
});

/** Empty fields are left out. */
export function statementOf({
  orderNumber,
  email,
  name,
  parts,
}: StatementValues): WithdrawalStatement {
  return {
    orderNumber: orderNumber.trim(),
    email: email.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(parts.trim() !== '' && { parts: parts.trim() }),
  };
}
