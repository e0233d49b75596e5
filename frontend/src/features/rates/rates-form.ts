/** The messages of the forms of methods and taxes. */
import type { FormikHelpers, FormikValues } from 'formik';
import { fieldSentences } from '../../api/contract/field-sentences';
import { codeOf, sentenceFor } from '../../api/contract/problem';
import { refuseRow, type RowFields } from '../../ui/forms/list-row';

/** Shown when another admin has saved rates in the meantime. */
export const CHANGED =
  'Someone else has changed shipping and tax. Your changes are still here; everything else is now up to date. Save again to apply your changes.';
export const GONE =
  'Someone else has changed shipping and tax, and this entry no longer exists. Your input is still here: save again to add it.';

/** The message for rates that could not be saved, where there is no form. */
export const notSaved = (error: unknown): string =>
  codeOf(error) === 'changed_meanwhile'
    ? 'Someone else has changed shipping and tax, so nothing was saved. You now see the current version. Try again.'
    : sentenceFor(error);

const LOOK_FIRST = 'It may have been added. Check the list before you save again.';

/**
 * Shows a refusal at the form's fields; returns any other message, or an empty one.
 * @param position the position of the form's row in the list that was sent
 * @param isNew the row may have been saved without a response: saving it again would duplicate it
 */
export function whyNotSaved<Values extends FormikValues>(
  error: unknown,
  fields: RowFields,
  position: number,
  values: Values,
  form: FormikHelpers<Values>,
  isNew: boolean,
): string {
  const sentencesOf = (labels: Record<string, string>) => fieldSentences(error, labels);
  return refuseRow(sentencesOf, fields, position, values, form)
    ? ''
    : sentenceFor(error, isNew ? LOOK_FIRST : undefined);
}
