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
  /** Called after another choice was stored in the form. */
  onEdit?: (value: string) => void;
}

/** A select in the surrounding Formik form. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, choices, hint, autoComplete, onEdit } = props;
  const { value, locked, required, error, onBlur, setValue } = useTextValue(name);
  const id = useId();
  // The form's value is shown even if it is no longer an option.
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
          // There are no read-only selects, and a disabled one would lose the focus.
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

/** There may be hundreds, such as countries; changes to other fields must not rerender them. */
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

/** A checkbox in the surrounding Formik form. */
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

/** A few choices side by side: radio buttons, for arrow keys and screen readers. */
export function RadioField({ name, legend, choices }: RadioFieldProps) {
  const { value, locked, setValue } = useTextValue(name);
  return (
    <fieldset className="field" aria-disabled={locked || undefined}>
      <legend className="label-text">{legend}</legend>
      <div className="segmented">
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
