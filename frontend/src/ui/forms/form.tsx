import { type FormikErrors, useFormikContext } from 'formik';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../controls/button';
import { FormRules, type Rules } from './required';

type Texts = Record<string, string>;

interface FormProps {
  className?: string;
  label?: string;
  /** What Formik judges the form by: fields that have to be filled in are marked. */
  rules?: Rules;
  /** A submit was refused here, before anything was sent. */
  onRefused?: (errors: FormikErrors<Texts>) => void;
  children: ReactNode;
}

/** The first field at fault: a field itself, or a group whose first control stands for it. */
function fieldAtFault(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const marked = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  return marked?.matches('[role="radiogroup"]') ? marked.querySelector('input') : marked;
}

/** Leads to the first field at fault, with its label and what is wrong with it in view. */
function leadToFault(form: HTMLFormElement | null) {
  const field = fieldAtFault(form);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** The form element of the surrounding Formik; a refused submit leads to the first field at fault. */
export function Form({ className = '', label, rules, onRefused, children }: FormProps) {
  const formik = useFormikContext<Texts>();
  const { handleSubmit, submitCount, isValid, isValidating, errors } = formik;
  const status: unknown = formik.status;
  const form = useRef<HTMLFormElement>(null);
  const answered = useRef(0);

  useEffect(() => {
    if (isValidating || answered.current === submitCount) return;
    answered.current = submitCount;
    if (isValid) return;
    leadToFault(form.current);
    onRefused?.(errors);
  }, [submitCount, isValid, isValidating, errors, onRefused]);

  useEffect(() => {
    // The server's refusals come as the form's status.
    if (status !== undefined) leadToFault(form.current);
  }, [status]);

  return (
    <form
      ref={form}
      className={`form ${className}`.trim()}
      aria-label={label}
      noValidate
      onSubmit={handleSubmit}
    >
      <FormRules value={rules}>{children}</FormRules>
    </form>
  );
}

interface SubmitButtonProps {
  look?: 'primary' | 'plain' | 'danger';
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
