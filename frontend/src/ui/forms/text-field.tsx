import { useField, useFormikContext } from 'formik';
import { type ReactNode, use, useId, useRef, useState } from 'react';
import { lengthOf } from '../../lib/text-rules';
import { validation } from '../../lib/texts';
import { Count } from '../data/exact';
import { FieldError } from './field-error';
import { FormRules, isRequired } from './required';
import type { ServerErrors } from './server-errors';

interface TextFieldProps {
  /** Makes the field a link target. */
  id?: string;
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number' | 'tel' | 'url';
  autoComplete?: string;
  inputMode?: 'numeric' | 'decimal';
  placeholder?: string;
  /** Where the arrow keys of a number field start and end; does not limit typing. */
  min?: number;
  max?: number;
  readOnly?: boolean;
  hint?: ReactNode;
  /** Marks the value as refused although its format is valid; the hint explains why. */
  refused?: boolean;
  onEdit?: () => void;
}

/** A labeled field of the surrounding Formik form. */
export function TextField({ hint, label, refused = false, onEdit, ...input }: TextFieldProps) {
  const element = useRef<HTMLInputElement>(null);
  const unreadable = validation.notANumber;
  // Browsers report an invalid number as empty. The form then treats it as empty, so the actual
  // error is shown from here.
  const [isUnreadable, setUnreadable] = useState(false);
  const {
    value,
    locked,
    required,
    error: known,
    onBlur,
    setValue,
  } = useTextValue(input.name, () => (element.current?.validity.badInput ? unreadable : undefined));
  const ownId = useId();
  const id = input.id ?? ownId;
  const error = isUnreadable ? unreadable : known;
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
        onBlur={(event) => {
          setUnreadable(event.target.validity.badInput);
          onBlur(event);
        }}
        onChange={(event) => {
          // The text as typed: Formik would turn numbers into floats and lose leading zeros.
          setUnreadable(event.target.validity.badInput);
          setValue(event.target.value);
          onEdit?.();
        }}
        onWheel={(event) => {
          // Scrolling the page must not change a number field.
          if (input.type === 'number') event.currentTarget.blur();
        }}
        aria-required={required || undefined}
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

interface LongTextFieldProps {
  name: string;
  label: string;
  rows: number;
  /**
   * The server's maximum number of characters. Longer input is possible: pasted text is never cut
   * off.
   */
  limit: number;
  placeholder?: string;
}

/** A multi-line field that counts its characters. */
export function LongTextField({ name, label, rows, limit, placeholder }: LongTextFieldProps) {
  const { value, locked, required, error, onBlur, setValue } = useTextValue(name);
  const id = useId();
  const length = lengthOf(value);
  const invalid = error !== undefined || length > limit;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="textarea"
        name={name}
        rows={rows}
        placeholder={placeholder}
        value={value}
        readOnly={locked}
        onBlur={onBlur}
        onChange={(event) => {
          setValue(event.target.value);
        }}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={error === undefined ? `${id}-count` : `${id}-error ${id}-count`}
      />
      <div className="field-notes">
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
        <p className="hint counter" id={`${id}-count`} data-over={length > limit || undefined}>
          <Count of={length} /> of <Count of={limit} /> characters
        </p>
      </div>
    </div>
  );
}

/**
 * A text value of the surrounding Formik form, with its error: the local one first, then the
 * server's.
 */
export function useTextValue(name: string, validate?: () => string | undefined) {
  const [field, meta, helpers] = useField<string>({ name, validate });
  const form = useFormikContext<Record<string, unknown>>();
  const rules = use(FormRules);
  const refusal = (form.status as ServerErrors | undefined)?.[name];
  const refused = refusal?.value === field.value ? refusal.message : undefined;
  return {
    value: field.value,
    /** While the form is being submitted: changes made now would be lost afterward. */
    locked: form.isSubmitting,
    /** An empty field is refused. */
    required: isRequired(rules, name, form.values),
    error: (meta.touched ? meta.error : undefined) ?? refused,
    onBlur: field.onBlur,
    setValue: (value: string) => void helpers.setValue(value),
  };
}
