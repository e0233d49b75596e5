import { useId } from 'react';
import { formatCount } from '../../lib/money';
import { lengthOf } from '../../lib/text-length';
import { FieldError } from './field-error';
import { useTextValue } from './use-text-value';

interface LongTextFieldProps {
  name: string;
  label: string;
  rows: number;
  /** The most characters the server takes. Typing goes on beyond: nothing pasted is cut off. */
  limit: number;
  placeholder?: string;
}

/** A field of several lines that counts its characters. */
export function LongTextField({ name, label, rows, limit, placeholder }: LongTextFieldProps) {
  const { value, locked, error, onBlur, setValue } = useTextValue(name);
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
        aria-invalid={invalid || undefined}
        aria-describedby={error === undefined ? `${id}-count` : `${id}-error ${id}-count`}
      />
      <div className="field-notes">
        {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
        <p className="hint counter" id={`${id}-count`} data-over={length > limit || undefined}>
          {formatCount(length)} of {formatCount(limit)} characters
        </p>
      </div>
    </div>
  );
}
