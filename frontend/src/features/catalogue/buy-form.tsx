import { useId, useRef, useState } from 'react';
import type { Part, PiecesNeeded } from '../../api/generated-types';
import { paths } from '../../lib/paths';
import { isWholeNumber, quantityOf, quantityRefusal } from '../../lib/quantity';
import { validation } from '../../lib/texts';
import { needsInWords, piecesFor } from '../../lib/vehicle/fit-words';
import { AddToCart } from '../../ui/controls/add-to-cart';
import { Link } from '../../ui/controls/link';
import { Exact } from '../../ui/data/exact';
import { FieldError } from '../../ui/forms/field-error';
import { QuantityStepper } from '../../ui/forms/quantity-stepper';

/** Why so many pieces cannot be ordered; null when they can. */
function refusalOf(typed: string, part: Part): string | null {
  if (!isWholeNumber(typed)) return validation.quantityWhole;
  return quantityRefusal(quantityOf(typed, part), part);
}

interface BuyFormProps {
  part: Part;
  /** What the visitor's car needs, as far as it is known. */
  needs?: PiecesNeeded[];
  /** It may not fit the visitor's car, so ordering it is not what suggests itself. */
  doubtful?: boolean;
}

/** How many pieces, and the way to the order form, which takes the quantity along. */
export function BuyForm({ part, needs = [], doubtful = false }: BuyFormProps) {
  const { minOrderQuantity: minimum, available, pack } = part;
  const fieldId = useId();
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(String(minimum));
  /** Until it is, an order that was begun before keeps its own quantity. */
  const [chosen, setChosen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const pieces = quantityOf(typed, part);
  const suggested = piecesFor(needs, part);

  const choose = (text: string) => {
    setTyped(text);
    setChosen(true);
    setRefusal(null);
  };
  /** The pieces that are chosen; null when they cannot be had, which is said then. */
  const checked = () => {
    const refused = refusalOf(typed, part);
    if (refused === null) return pieces;
    setRefusal(refused);
    field.current?.focus();
    return null;
  };

  return (
    <div className="buy-form">
      {needs.length > 0 && (
        <p className="needs">
          Your car needs {needsInWords(needs)}.{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => {
              choose(String(suggested));
            }}
          >
            Set quantity to <Exact value={suggested} />
          </button>
        </p>
      )}
      <div className="quantity">
        <label htmlFor={fieldId}>
          Quantity, <Exact value={minimum} /> to <Exact value={available} /> pieces
          {pack !== undefined && (
            <>
              , in packs of <Exact value={pack} />
            </>
          )}
        </label>
        <QuantityStepper
          ref={field}
          id={fieldId}
          value={typed}
          pieces={pieces}
          minimum={minimum}
          available={available}
          pack={pack}
          invalid={refusal !== null}
          describedBy={refusal === null ? undefined : errorId}
          onChange={choose}
          onBlur={() => {
            setRefusal(refusalOf(typed, part));
          }}
        />
      </div>
      <AddToCart part={part} pieces={checked} className="btn btn-lg" />
      <Link
        className={doubtful ? 'btn btn-lg' : 'btn btn-primary btn-lg'}
        to={chosen ? paths.purchaseOf(part._id, pieces) : paths.purchase(part._id)}
        onClick={(event) => {
          if (checked() === null) event.preventDefault();
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
