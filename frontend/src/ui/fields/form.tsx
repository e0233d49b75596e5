import { useFormikContext } from 'formik';
import { useEffect, useRef, type ReactNode } from 'react';

interface FormProps {
  className?: string;
  label?: string;
  children: ReactNode;
}

/**
 * The form element of the surrounding Formik. A submit that is refused, by the form or by the
 * server, leads to the first field at fault.
 */
export function Form({ className = '', label, children }: FormProps) {
  const { handleSubmit, isSubmitting, isValid } = useFormikContext();
  const form = useRef<HTMLFormElement>(null);
  const wasSubmitting = useRef(false);

  useEffect(() => {
    const refused = wasSubmitting.current && !isSubmitting && !isValid;
    wasSubmitting.current = isSubmitting;
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isSubmitting, isValid]);

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
