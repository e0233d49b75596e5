import { useFormikContext } from 'formik';
import { useEffect, useRef, type ReactNode } from 'react';

interface FormProps {
  className?: string;
  label?: string;
  children: ReactNode;
}

/** The form element of the surrounding Formik; a refused submit leads to the first field at fault. */
export function Form({ className = '', label, children }: FormProps) {
  const { handleSubmit, submitCount, isValid, isValidating } = useFormikContext();
  const form = useRef<HTMLFormElement>(null);
  const answered = useRef(0);

  useEffect(() => {
    if (isValidating || answered.current === submitCount) return;
    answered.current = submitCount;
    if (!isValid) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isValid, isValidating]);

  return (
    <form
      ref={form}
      className={`form ${className}`.trim()}
      aria-label={label}
      noValidate
      onSubmit={handleSubmit}
    >
      {children}
    </form>
  );
}
