interface TickProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  /** Shows its label where the table has no head. */
  isHead?: boolean;
  onChange: (on: boolean) => void;
}

/** A checkbox in a table row, or in the table head for all rows. */
export function Tick({ label, checked, mixed = false, isHead = false, onChange }: TickProps) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      {isHead && (
        <span className="tick-all" aria-hidden="true">
          {label}
        </span>
      )}
    </label>
  );
}
