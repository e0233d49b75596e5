/** For forms that each edit one row of a list that is saved as a whole. */
import type { FormikHelpers, FormikValues } from 'formik';
import { fieldSentences } from '../../api/contract/field-sentences';
import { sentenceFor } from '../../api/contract/problem';
import { refuse } from './server-errors';

const LOOK_FIRST = 'It may have been added. Check the list before you save again.';

/** Keeps the fields changed in the form; takes all others from what is saved now. */
export function merged<Values extends object>(start: Values, typed: Values, now: Values): Values {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const kept = (Object.keys(typed) as (keyof Values)[]).filter(
    (field) => !same(typed[field], start[field]),
  );
  return { ...now, ...Object.fromEntries(kept.map((field) => [field, typed[field]])) };
}

/** A list with a row replaced, or added at the end. */
export function placed<Row>(rows: readonly Row[], row: Row, at: number): Row[] {
  return at < 0 ? [...rows, row] : rows.map((each, position) => (position === at ? row : each));
}

/** The list's name in the API, and its field names there, in the form and in messages. */
export interface RowFields {
  list: string;
  fields: Record<string, { field: string; label: string }>;
}

/**
 * Shows a refusal at the form's fields; returns any other message, or an empty one.
 * @param position the position of the form's row in the list that was sent
 * @param isNew the row may have been saved without a response: saving it again would duplicate it
 */
export function refuseRow<Values extends FormikValues>(
  error: unknown,
  { list, fields }: RowFields,
  position: number,
  values: Values,
  form: FormikHelpers<Values>,
  isNew: boolean,
): string {
  const labels = Object.entries(fields).flatMap(([sent, { label }]) => [
    [`${list}[].${sent}`, label],
    [`${list}[].${sent}[]`, label],
  ]);
  const sentences = fieldSentences(error, Object.fromEntries(labels) as Record<string, string>);
  const own = `${list}[${position}].`;
  const refused = Object.entries(sentences).flatMap(([sent, sentence]) => {
    const name = sent.startsWith(own) ? sent.slice(own.length).replace(/\[\d+\]$/, '') : '';
    const known = fields[name];
    return known ? [[known.field, sentence]] : [];
  });
  const isShown = refuse(form, values, Object.fromEntries(refused) as Record<string, string>);
  return isShown ? '' : sentenceFor(error, isNew ? LOOK_FIRST : undefined);
}
