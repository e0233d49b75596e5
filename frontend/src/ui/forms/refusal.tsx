import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { refuse } from './server-errors';

/**
 * Shows server errors under the fields of the surrounding form, for responses outside its submit.
 */
export function Refusal({ fields }: { fields: Record<string, string> }) {
  const { values, setStatus } = useFormikContext<Record<string, unknown>>();
  const typed = useRef(values);
  useEffect(() => {
    typed.current = values;
  }, [values]);
  useEffect(() => {
    if (Object.keys(fields).length > 0) refuse({ setStatus }, typed.current, fields);
  }, [fields, setStatus]);
  return null;
}
