import { getIn, type FormikHelpers } from 'formik';

/**
 * What the server said about single fields. It holds for the value that was sent, and is forgotten as
 * soon as the field says something else; Formik's own errors would be gone with the next blur.
 */
export type ServerErrors = Record<string, { value: unknown; message: string }>;

/** Puts the server's words under the fields they are about. */
export function refuse<Values extends object>(
  form: Pick<FormikHelpers<Values>, 'setStatus'>,
  values: Values,
  messages: Record<string, string>,
): void {
  const refusals: ServerErrors = {};
  for (const [name, message] of Object.entries(messages)) {
    refusals[name] = { value: getIn(values, name) as unknown, message };
  }
  form.setStatus(refusals);
}
