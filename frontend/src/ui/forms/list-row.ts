/** For forms that each edit one row of a list that is saved as a whole. */
import type { FormikHelpers, FormikValues } from 'formik';
import { refuse } from './server-errors';

/** Keeps the fields changed in the form; takes all others from what is saved now. */
export function merged<Values extends object>(start: Values, typed: Values, now: Values): Values {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const edited = (Object.keys(typed) as (keyof Values)[]).filter(
    (field) => !same(typed[field], start[field]),
  );
  return { ...now, ...Object.fromEntries(edited.map((field) => [field, typed[field]])) };
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
 * Shows a refusal at the form's fields. Returns whether it did.
 * @param sentencesOf the sentences of the refused fields, with these labels
 * @param position the position of the form's row in the list that was sent
 */
export function refuseRow<Values extends FormikValues>(
  sentencesOf: (labels: Record<string, string>) => Record<string, string>,
  { list, fields }: RowFields,
  position: number,
  values: Values,
  form: FormikHelpers<Values>,
): boolean {
  const labels = Object.entries(fields).flatMap(([sent, { label }]) => [
    [`${list}[].${sent}`, label],
    [`${list}[].${sent}[]`, label],
  ]);
  const own = `${list}[${position}].`;
  const sentences = sentencesOf(Object.fromEntries(labels) as Record<string, string>);
  const refused = Object.entries(sentences).flatMap(([sent, sentence]) => {
    const name = sent.startsWith(own) ? sent.slice(own.length).replace(/\[\d+\]$/, '') : '';
    const known = fields[name];
    return known ? [[known.field, sentence]] : [];
  });
  return refuse(form, values, Object.fromEntries(refused) as Record<string, string>);
}
