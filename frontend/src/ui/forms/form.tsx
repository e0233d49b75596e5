import { type FormikErrors, useFormikContext } from 'formik';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../controls/button';
import { FormRules, type Rules } from './required';

type Texts = Record<string, string>;

interface FormProps {
  className?: string;
  label?: string;
  /** Formik's validation rules: required fields are marked. */
  rules?: Rules;
  /** Called when a submit failed validation, before anything was sent. */
  onRefused?: (errors: FormikErrors<Texts>) => void;
  children: ReactNode;
}

/** The first invalid field: a field itself, or a group represented by its first control. */
function fieldAtFault(form: HTMLFormElement | null): HTMLElement | null | undefined {
  const marked = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  return marked?.matches('[role="radiogroup"]') ? marked.querySelector('input') : marked;
}

/** Focuses the first invalid field, with its label and error in view. */
function leadToFault(form: HTMLFormElement | null) {
  const field = fieldAtFault(form);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

/** The form element of the surrounding Formik; a failed submit focuses the first invalid field. */
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
    // The server's errors arrive as the form's status.
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
  /** What has to finish before the form can be submitted, shown next to the button. */
  waitFor?: string;
  children: string;
}

/** Submits the surrounding Formik form, once at a time. */
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
