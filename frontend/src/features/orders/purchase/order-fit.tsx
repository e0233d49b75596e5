import { useFormikContext } from 'formik';
import type { Part } from '../../../api/contract/generated-types';
import { needsInWords, piecesFor } from '../../../lib/vehicle/fit-words';
import { nameOf } from '../../../lib/vehicle/garage';
import { PartVerdict } from '../../../ui/data/part-verdict';
import { FieldError } from '../../../ui/forms/field-error';
import type { OrderValues } from './order-rules';
import type { OrderFitState } from './use-order-fit';

interface OrderFitProps {
  part: Part;
  fit: OrderFitState;
}

/** The car that the part is ordered for; renders nothing without one. */
export function OrderFit({ part, fit }: OrderFitProps) {
  const { vehicle, fits, ticks, group, isMissing, leaveOut } = fit;
  const { setFieldValue } = useFormikContext<OrderValues>();
  if (vehicle === null) return null;
  const needs = fits.verdict?.needs ?? [];
  const suggested = String(piecesFor(needs, part));
  return (
    <div className="order-fit" ref={group}>
      <PartVerdict part={part} vehicle={vehicle} fits={fits} ticks={ticks}>
        {isMissing && <FieldError>Tick what applies, or order without a car.</FieldError>}
        {needs.length > 0 && (
          <p className="needs">
            Your car needs {needsInWords(needs)}.{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => void setFieldValue('quantity', suggested)}
            >
              Set quantity to {suggested}
            </button>
          </p>
        )}
        <button type="button" className="link-button" onClick={leaveOut}>
          Order without a car<span className="sr-only"> but {nameOf(vehicle)}</span>
        </button>
      </PartVerdict>
    </div>
  );
}
