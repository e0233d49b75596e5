import type { FormikHelpers } from 'formik';
import { object } from 'yup';
import { fieldSentences } from '../../api/contract/field-sentences';
import type { SavedAddress } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { type AddressForm, positionOf } from '../../lib/places/address-book';
import { addressRules, DESTINATION_LABELS } from '../../ui/forms/address-rules';
import { refuse } from '../../ui/forms/server-errors';

export const addressSchema = object(addressRules);

/** The message when the address book was changed elsewhere while the form was open. */
export const CHANGED =
  'Your addresses were changed elsewhere. Your input is still here. Save again to add it.';
export const GONE =
  'This address was changed or removed elsewhere. Your input is still here. Save again to add it.';

/** Labels for field errors, by the server's field names. */
const LABELS = {
  ...Object.fromEntries(
    Object.entries(DESTINATION_LABELS).map(([field, label]) => [
      `addresses[].destination.${field}`,
      label,
    ]),
  ),
  'addresses[].phone': 'phone',
};

/**
 * Shows a refusal under the form's fields.
 * @param sent the whole address book that was refused
 * @returns the message of any other error; otherwise empty
 */
export function refuseAddress(
  error: unknown,
  sent: readonly SavedAddress[],
  values: AddressForm,
  form: FormikHelpers<AddressForm>,
): string {
  const own = `addresses[${positionOf(sent, values)}].`;
  const sentences = Object.entries(fieldSentences(error, LABELS)).flatMap(([field, sentence]) =>
    field.startsWith(own)
      ? [[field.slice(own.length).replace('destination.', ''), sentence] as const]
      : [],
  );
  return refuse(form, values, Object.fromEntries(sentences)) ? '' : sentenceFor(error);
}
