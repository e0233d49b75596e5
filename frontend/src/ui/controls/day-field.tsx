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

interface DayRangeProps {
  from: string;
  to: string;
  onChange: (change: { from: string } | { to: string }) => void;
}

/** The first and the last day of a range; empty for no bound. */
export const DayRange = ({ from, to, onChange }: DayRangeProps) => (
  <>
    <DayField
      label="From"
      value={from}
      max={to}
      onChange={(day) => {
        onChange({ from: day });
      }}
    />
    <DayField
      label="To"
      value={to}
      min={from}
      onChange={(day) => {
        onChange({ to: day });
      }}
    />
  </>
);
