import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';

interface QuantityStepperProps {
  id: string;
  /** What stands in the field. */
  value: string;
  /** What it means; not a number while it means nothing. */
  pieces: number;
  minimum: number;
  available: number;
  /** Of what, where a page has several. */
  of?: string;
  invalid: boolean;
  describedBy?: string;
  onChange: (typed: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A number of pieces to type, or to count up and down within what can be ordered. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { id, value, pieces, minimum, available, of, invalid, describedBy } = props;
  const { onChange, onBlur, ref } = props;
  const step = (by: number) => {
    const from = Number.isFinite(pieces) ? Math.round(pieces) : minimum;
    onChange(String(Math.max(Math.min(from + by, available), minimum)));
  };
  const name = of === undefined ? '' : ` ${of}`;
  return (
    <div className={invalid ? 'stepper bad' : 'stepper'}>
      <button
        type="button"
        aria-label={`One less${name}`}
        disabled={pieces <= minimum}
        onClick={() => {
          step(-1);
        }}
      >
        <Minus className="icon" />
      </button>
      <input
        ref={ref}
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder={String(minimum)}
        value={value}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        onBlur={onBlur}
      />
      <button
        type="button"
        aria-label={`One more${name}`}
        disabled={pieces >= available}
        onClick={() => {
          step(1);
        }}
      >
        <Plus className="icon" />
      </button>
    </div>
  );
}
