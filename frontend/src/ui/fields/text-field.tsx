import { useId, useRef, type ReactNode } from 'react';
import { validation } from '../../lib/texts';
import { FieldError } from './field-error';
import { useTextValue } from './use-text-value';

interface TextFieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number' | 'tel' | 'url';
  autoComplete?: string;
  inputMode?: 'numeric' | 'decimal' | 'tel';
  placeholder?: string;
  readOnly?: boolean;
  hint?: ReactNode;
  /** Marks the value as refused although it is well-formed; the hint says why. */
  refused?: boolean;
  onEdit?: () => void;
}

/** A labelled field of the surrounding Formik form. */
export function TextField({ hint, label, refused = false, onEdit, ...input }: TextFieldProps) {
  const element = useRef<HTMLInputElement>(null);
  // Browsers hand over what they cannot read as a number as if nothing had been typed.
  const { value, locked, error, onBlur, setValue } = useTextValue(input.name, () =>
    element.current?.validity.badInput ? validation.notANumber : undefined,
  );
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={element}
        id={id}
        className="input"
        value={value}
        readOnly={input.readOnly === true || locked}
        onBlur={onBlur}
        onChange={(event) => {
          // The text as typed: Formik would turn numbers into floats and lose leading zeros.
          setValue(event.target.value);
          onEdit?.();
        }}
        onKeyDown={(event) => {
          // Nobody counts a telephone number up or down.
          if (input.inputMode === 'tel' && /^Arrow(Up|Down)$/.test(event.key)) {
            event.preventDefault();
          }
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
