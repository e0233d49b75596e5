import { useField, useFormikContext } from 'formik';
import type { Refusals } from './refusals';

/** A text of the surrounding Formik form, with what is wrong with it: here first, then at the server. */
export function useTextValue(name: string, validate?: () => string | undefined) {
  const [field, meta, helpers] = useField<string>({ name, validate });
  const form = useFormikContext();
  const refusal = (form.status as Refusals | undefined)?.[name];
  const refused = refusal?.value === field.value ? refusal.message : undefined;
  return {
    value: field.value,
    /** While the form is being sent: what was typed now would be gone with its end. */
    locked: form.isSubmitting,
    error: (meta.touched ? meta.error : undefined) ?? refused,
    onBlur: field.onBlur,
    setValue: (value: string) => void helpers.setValue(value),
  };
}
