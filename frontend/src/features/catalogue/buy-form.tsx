import { Minus, Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Part } from '../../api/generated-types';
import { paths } from '../../lib/paths';
import { WHOLE_NUMBER, quantityOf, quantityRefusal } from '../../lib/quantity';
import { validation } from '../../lib/texts';
import { Link } from '../../ui/controls/link';
import { FieldError } from '../../ui/forms/field-error';

/** Why so many pieces cannot be ordered; null when they can. */
function refusalOf(typed: string, part: Part): string | null {
  if (!WHOLE_NUMBER.test(typed)) return validation.quantityWhole;
  return quantityRefusal(quantityOf(typed, part), part);
}

/** How many pieces, and the way to the order form, which takes the quantity along. */
export function BuyForm({ part }: { part: Part }) {
  const { minOrderQuantity: minimum, available } = part;
  const fieldId = useId();
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(String(minimum));
  /** Until it is, an order that was begun before keeps its own quantity. */
  const [chosen, setChosen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const pieces = quantityOf(typed, part);

  const choose = (text: string) => {
    setTyped(text);
    setChosen(true);
    setRefusal(null);
  };
  const step = (by: number) => {
    const from = Number.isFinite(pieces) ? Math.round(pieces) : minimum;
    choose(String(Math.min(Math.max(from + by, minimum), available)));
  };

  return (
    <div className="buy-form">
      <div className="quantity">
        <label htmlFor={fieldId}>
          Quantity, {minimum} to {available} pieces
        </label>
        <div className={refusal === null ? 'stepper' : 'stepper bad'}>
          <button
            type="button"
            aria-label="One less"
            disabled={pieces <= minimum}
            onClick={() => {
              step(-1);
            }}
          >
            <Minus className="icon" />
          </button>
          <input
            ref={field}
            id={fieldId}
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(minimum)}
            value={typed}
            aria-invalid={refusal !== null}
            aria-describedby={refusal === null ? undefined : errorId}
            onChange={(event) => {
              choose(event.target.value);
            }}
            onBlur={() => {
              setRefusal(refusalOf(typed, part));
            }}
          />
          <button
            type="button"
            aria-label="One more"
            disabled={pieces >= available}
            onClick={() => {
              step(1);
            }}
          >
            <Plus className="icon" />
          </button>
        </div>
      </div>
      <Link
        className="btn btn-primary btn-lg"
        to={chosen ? paths.purchaseOf(part._id, pieces) : paths.purchase(part._id)}
        onClick={(event) => {
          const refused = refusalOf(typed, part);
          if (refused === null) return;
          event.preventDefault();
          setRefusal(refused);
          field.current?.focus();
        }}
      >
        Purchase
      </Link>
      <div className="refused">
        {refusal !== null && <FieldError id={errorId}>{refusal}</FieldError>}
      </div>
    </div>
  );
}
