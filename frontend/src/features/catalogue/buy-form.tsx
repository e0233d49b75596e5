import { useId, useRef, useState } from 'react';
import type { Part, PiecesNeeded } from '../../api/contract/generated-types';
import { paths } from '../../lib/paths';
import { isWholeNumber, quantityOf, quantityRefusal } from '../../lib/quantity';
import { validation } from '../../lib/texts';
import { needsInWords, piecesFor } from '../../lib/vehicle/fit-words';
import { AddToCart } from '../../ui/controls/add-to-cart';
import { Link } from '../../ui/controls/link';
import { Exact } from '../../ui/data/exact';
import { FieldError } from '../../ui/forms/field-error';
import { QuantityStepper } from '../../ui/forms/quantity-stepper';

/** Why this quantity cannot be ordered; null if it can. */
function refusalOf(typed: string, part: Part): string | null {
  if (!isWholeNumber(typed)) return validation.quantityWhole;
  return quantityRefusal(quantityOf(typed, part), part);
}

interface BuyFormProps {
  part: Part;
  /** The pieces the visitor's car needs, if known. */
  needs?: PiecesNeeded[];
  /** It may not fit the visitor's car, so the button is less prominent. */
  doubtful?: boolean;
}

/** The quantity field and the link to the order form, which takes the quantity over. */
export function BuyForm({ part, needs = [], doubtful = false }: BuyFormProps) {
  const { minOrderQuantity: minimum, available, pack } = part;
  const fieldId = useId();
  const errorId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(String(minimum));
  /** While false, an order form that was started earlier keeps its own quantity. */
  const [chosen, setChosen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const pieces = quantityOf(typed, part);
  const suggested = piecesFor(needs, part);

  const choose = (text: string) => {
    setTyped(text);
    setChosen(true);
    setRefusal(null);
  };
  /** The chosen quantity; null if it is not available, with an error shown. */
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
