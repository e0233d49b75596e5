import { type FormikErrors, useFormikContext } from 'formik';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../controls/button';

type Texts = Record<string, string>;

interface FormProps {
  className?: string;
  label?: string;
  /** A submit was refused here, before anything was sent. */
  onRefused?: (errors: FormikErrors<Texts>) => void;
  children: ReactNode;
}

/** The first field at fault: a field itself, or a group whose first control stands for it. */
function fieldAtFault(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const marked = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  return marked?.matches('[role="radiogroup"]') ? marked.querySelector('input') : marked;
}

/** The form element of the surrounding Formik; a refused submit leads to the first field at fault. */
export function Form({ className = '', label, onRefused, children }: FormProps) {
  const formik = useFormikContext<Texts>();
  const { handleSubmit, submitCount, isValid, isValidating, errors } = formik;
  const status: unknown = formik.status;
  const form = useRef<HTMLFormElement>(null);
  const answered = useRef(0);

  useEffect(() => {
    if (isValidating || answered.current === submitCount) return;
    answered.current = submitCount;
    if (isValid) return;
    fieldAtFault(form.current)?.focus();
    onRefused?.(errors);
  }, [submitCount, isValid, isValidating, errors, onRefused]);

  useEffect(() => {
    // The server's refusals come as the form's status.
    if (status !== undefined) fieldAtFault(form.current)?.focus();
  }, [status]);

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

interface SubmitButtonProps {
  look?: 'primary' | 'plain';
  icon?: ReactNode;
  /** What has to end before the form can be sent, said beside the button. */
  waitFor?: string;
  children: string;
}

/** Sends the surrounding Formik form, once at a time. */
export function SubmitButton({ look = 'primary', icon, waitFor, children }: SubmitButtonProps) {
  const { isSubmitting } = useFormikContext();
  const id = useId();
  return (
    <>
      <Button
        look={look}
        type="submit"
        busy={isSubmitting}
        disabled={waitFor !== undefined}
        aria-describedby={waitFor === undefined ? undefined : id}
        icon={icon}
      >
        {children}
      </Button>
      {waitFor !== undefined && (
        <span className="hint" id={id}>
          {waitFor}
        </span>
      )}
    </>
  );
}
