/** What the forms of methods and taxes have in common: they are one row each of a list that is saved whole. */
import type { FormikHelpers, FormikValues } from 'formik';
import { fieldSentences } from '../../api/field-sentences';
import { codeOf, sentenceFor } from '../../api/problem';
import { refuse } from '../../ui/forms/server-errors';

/** What is said when someone else has saved rates meanwhile. */
export const CHANGED =
  'Someone else has changed shipping and tax. What you changed here is kept, the rest is what is saved now. Save again to put yours on top.';
export const GONE =
  'Someone else has changed shipping and tax, and this is not there any more. What you typed is kept: save again to add it.';

const LOOK_FIRST = 'It may have been added: look at the list before you save it again.';

/** Why rates could not be saved, where there is no form. */
export const notSaved = (error: unknown): string =>
  codeOf(error) === 'changed_meanwhile'
    ? 'Someone else has changed shipping and tax, so nothing was saved. You see what is saved now: try again.'
    : sentenceFor(error);

/** What was changed in a form stays; everything else becomes what is saved now. */
export function merged<Values extends object>(start: Values, typed: Values, now: Values): Values {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const kept = (Object.keys(typed) as (keyof Values)[]).filter(
    (field) => !same(typed[field], start[field]),
  );
  return { ...now, ...Object.fromEntries(kept.map((field) => [field, typed[field]])) };
}

/** A list with a row in the place of another, or at its end. */
export function placed<Row>(rows: readonly Row[], row: Row, at: number): Row[] {
  return at < 0 ? [...rows, row] : rows.map((each, position) => (position === at ? row : each));
}

/** One of the lists, and what its fields are called: on the way and in the form, and in sentences. */
export interface RowFields {
  list: 'shippingMethods' | 'taxRates';
  fields: Record<string, { field: string; label: string }>;
}

/**
 * Puts a refusal under the fields of a form that it is about; answers what there is to say beside.
 * @param position where the form's row stands in the list that was sent
 * @param isNew it may be in the list now, without an answer that says so: saved again, it would be there twice
 */
export function refuseRow<Values extends FormikValues>(
  error: unknown,
  { list, fields }: RowFields,
  position: number,
  values: Values,
  form: FormikHelpers<Values>,
  isNew: boolean,
): string | null {
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
  refuse(form, values, Object.fromEntries(refused) as Record<string, string>);
  return refused.length > 0 ? null : sentenceFor(error, isNew ? LOOK_FIRST : undefined);
}
