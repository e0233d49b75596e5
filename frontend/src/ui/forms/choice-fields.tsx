import { useField, useFormikContext } from 'formik';
import { type ReactNode, memo, useId } from 'react';
import { FieldError } from './field-error';
import { useTextValue } from './text-field';

export interface Choice {
  value: string;
  label: string;
}

interface SelectFieldProps {
  name: string;
  label: string;
  choices: readonly Choice[];
  hint?: ReactNode;
  autoComplete?: string;
  /** Something else was chosen; the form holds it by then. */
  onEdit?: (value: string) => void;
}

/** One of several values of the surrounding Formik form. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, choices, hint, autoComplete, onEdit } = props;
  const { value, locked, required, error, onBlur, setValue } = useTextValue(name);
  const id = useId();
  // What the form holds is shown even when it is no choice any more.
  const known = choices.some((choice) => choice.value === value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input select"
        name={name}
        value={value}
        autoComplete={autoComplete}
        aria-disabled={locked || undefined}
        onBlur={onBlur}
        onChange={(event) => {
          // There are no read-only selects, and switched off it would lose the focus.
          if (locked) return;
          setValue(event.target.value);
          onEdit?.(event.target.value);
        }}
        aria-required={required || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error !== undefined || hint !== undefined ? `${id}-note` : undefined}
      >
        {!known && <option value={value}>{value}</option>}
        <Options choices={choices} />
      </select>
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

/** There may be hundreds, such as countries; other fields of the form do not render them again. */
const Options = memo(function Options({ choices }: { choices: readonly Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

interface CheckFieldProps {
  name: string;
  children: string;
}

/** A yes or no of the surrounding Formik form. */
export function CheckField({ name, children }: CheckFieldProps) {
  const [field, , helpers] = useField<boolean>(name);
  const { isSubmitting } = useFormikContext();
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        checked={field.value}
        aria-disabled={isSubmitting || undefined}
        onBlur={field.onBlur}
        onChange={(event) => {
          if (!isSubmitting) void helpers.setValue(event.target.checked);
        }}
      />
      {children}
    </label>
  );
}

interface RadioFieldProps {
  name: string;
  legend: string;
  choices: readonly Choice[];
}

/** A few choices side by side: radio buttons, so that arrow keys and screen readers know them. */
export function RadioField({ name, legend, choices }: RadioFieldProps) {
  const { value, locked, setValue } = useTextValue(name);
  return (
    <fieldset className="field" aria-disabled={locked || undefined}>
      <legend className="label-text">{legend}</legend>
      <div className="seg">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => {
                if (!locked) setValue(choice.value);
              }}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
