import { useId } from 'react';
import { shopTimeName } from '../../lib/shop-time';

interface DayFieldProps {
  label: string;
  /** As `2026-11-24`; empty for none. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A day in the shop's time zone. */
export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        title={`Days in ${shopTimeName}`}
        value={value}
        min={min === '' ? undefined : min}
        max={max === '' ? undefined : max}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </div>
  );
}
