import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { wholePacks } from '../../lib/quantity';

interface QuantityStepperProps {
  id: string;
  /** The field's text. */
  value: string;
  /** Its number; NaN if it is invalid. */
  pieces: number;
  minimum: number;
  available: number;
  /** Pieces per pack: the buttons count packs. */
  pack?: number;
  /** The item's name, if a page has several. */
  of?: string;
  invalid: boolean;
  describedBy?: string;
  onChange: (typed: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A quantity to type, or to step within the range that can be ordered. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { id, value, pieces, minimum, available, pack = 1, of, invalid, describedBy } = props;
  const { onChange, onBlur, ref } = props;
  const { least, most } = wholePacks({ minOrderQuantity: minimum, available, pack });
  const packs = Number.isFinite(pieces) ? Math.round(pieces) / pack : least / pack;
  const stepTo = (wanted: number) => {
    onChange(String(Math.max(Math.min(wanted * pack, most), least)));
  };
  const one = pack === 1 ? 'One' : 'One pack';
  const name = of === undefined ? '' : ` ${of}`;
  return (
    <div className={invalid ? 'stepper invalid' : 'stepper'}>
      <button
        type="button"
        aria-label={`${one} less${name}`}
        disabled={pieces <= least}
        onClick={() => {
          stepTo(Math.ceil(packs) - 1);
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
        aria-label={`${one} more${name}`}
        disabled={pieces >= most}
        onClick={() => {
          stepTo(Math.floor(packs) + 1);
        }}
      >
        <Plus className="icon" />
      </button>
    </div>
  );
}
