import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { refuse } from './server-errors';

/** Puts under the fields of the surrounding form what the server says against them, when that comes by itself. */
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
