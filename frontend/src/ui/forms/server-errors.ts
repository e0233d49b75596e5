import { getIn, type FormikHelpers } from 'formik';

/**
 * The server's field errors. Each applies to the value that was sent, and is dropped as soon as the
 * field's value changes; Formik's own errors would be gone with the next blur.
 */
export type ServerErrors = Record<string, { value: unknown; message: string }>;

/** Shows the server's errors at their fields. Returns whether there are any. */
export function refuse<Values extends object>(
  form: Pick<FormikHelpers<Values>, 'setStatus'>,
  values: Values,
  messages: Record<string, string>,
): boolean {
  const refusals: ServerErrors = {};
  for (const [name, message] of Object.entries(messages)) {
    refusals[name] = { value: getIn(values, name) as unknown, message };
  }
  form.setStatus(refusals);
  return Object.keys(messages).length > 0;
}
