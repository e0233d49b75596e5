import { useField } from 'formik';
import { useId, type ReactNode } from 'react';
import { FieldError } from './field-error';

interface TextFieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number';
  autoComplete?: string;
  inputMode?: 'numeric' | 'tel';
  placeholder?: string;
  readOnly?: boolean;
  hint?: ReactNode;
  /** Marks the value as refused although it is well-formed; the hint says why. */
  refused?: boolean;
  onEdit?: () => void;
}

/** A labelled field of the surrounding Formik form. */
export function TextField({ hint, label, refused = false, onEdit, ...input }: TextFieldProps) {
  const [field, meta, helpers] = useField<string>(input.name);
  const id = useId();
  const error = meta.touched ? meta.error : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        value={field.value}
        onBlur={field.onBlur}
        onChange={(event) => {
          // The text as typed: Formik would turn numbers into floats and lose leading zeros.
          void helpers.setValue(event.target.value);
          onEdit?.();
        }}
        onWheel={(event) => {
          // Scrolling the page must not count a number field up or down.
          if (input.type === 'number') event.currentTarget.blur();
        }}
        aria-invalid={error !== undefined || refused || undefined}
        aria-describedby={error !== undefined || hint !== undefined ? `${id}-note` : undefined}
      />
      {error !== undefined ? (
        <FieldError id={`${id}-note`}>{error}</FieldError>
      ) : (
        hint !== undefined && (
          <p className="hint" id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
