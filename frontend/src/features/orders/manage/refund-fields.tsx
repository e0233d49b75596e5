import { useFormikContext } from 'formik';
import { useId } from 'react';
import type { Order, OrderLine } from '../../../api/generated-types';
import { formatCount, formatDollars } from '../../../lib/format';
import { orderName } from '../../../lib/orders';
import { CheckField, RadioField } from '../../../ui/forms/choice-fields';
import { FieldError } from '../../../ui/forms/field-error';
import { QuantityStepper } from '../../../ui/forms/quantity-stepper';
import { TextField, useTextValue } from '../../../ui/forms/text-field';
import { keptOf } from '../refunded-pieces';
import { refundable } from './order-rules';
import { piecesIn, type RefundForm, refundOf } from './refund-form';
import { paidFor } from './refund-sums';

const EVERYTHING = { value: 'everything', label: 'Everything' };
const SOME_LINES = { value: 'lines', label: 'Some lines' };
const AN_AMOUNT = { value: 'amount', label: 'An amount' };

/** What goes back of an order, and what that means for its pieces. */
export function RefundFields({ order }: { order: Order }) {
  const { values } = useFormikContext<RefundForm>();
  const keepsPieces = order.lines.some((line) => keptOf(line) > 0);
  return (
    <>
      <RadioField
        name="choice"
        legend="What goes back"
        choices={keepsPieces ? [EVERYTHING, SOME_LINES, AN_AMOUNT] : [EVERYTHING, AN_AMOUNT]}
      />
      {values.choice === 'everything' && <Everything order={order} />}
      {values.choice === 'lines' && <SomeLines order={order} />}
      {values.choice === 'amount' && (
        <TextField
          name="amount"
          label="Amount in $"
          inputMode="decimal"
          autoComplete="off"
          hint={`At most ${formatDollars(refundable(order))}. No pieces come back with it.`}
        />
      )}
      {values.choice !== 'everything' && (
        <>
          <TextField
            name="note"
            label="Note (optional)"
            autoComplete="off"
            hint="Only admins see it"
          />
          <Consequence order={order} />
        </>
      )}
    </>
  );
}

function Everything({ order }: { order: Order }) {
  return (
    <p>
      <b>
        {orderName(order)}, {order.product}
      </b>{' '}
      {order.status === 'shipped'
        ? 'was shipped. The parts are not returned to stock.'
        : 'will be cancelled, and its parts return to stock.'}
    </p>
  );
}

function SomeLines({ order }: { order: Order }) {
  return (
    <>
      <ul className="refund-lines" aria-label="Lines of the order">
        {order.lines.map((line, position) => (
          // The lines of an order never change places.
          <Line key={position} line={line} position={position} />
        ))}
      </ul>
      {order.status === 'shipped' ? (
        <CheckField name="restock">Put the pieces back into stock</CheckField>
      ) : (
        <p>The pieces go back into stock.</p>
      )}
    </>
  );
}

function Line({ line, position }: { line: OrderLine; position: number }) {
  const name = `pieces.${position}`;
  const { value, locked, error, setValue } = useTextValue(name);
  const form = useFormikContext<RefundForm>();
  const id = useId();
  const kept = keptOf(line);
  const pieces = piecesIn(value);
  const isChosen = pieces > 0 && pieces <= kept;
  return (
    <li>
      <div>
        {kept > 0 ? (
          <label htmlFor={id}>
            <span className="sr-only">Pieces to refund of </span>
            {line.product}
          </label>
        ) : (
          <span>{line.product}</span>
        )}
        <span className="hint" id={`${id}-hint`}>
          {`${formatDollars(line.unitPrice)} each, ${leftOf(line)}`}
        </span>
      </div>
      {kept > 0 && (
        <QuantityStepper
          id={id}
          value={value}
          pieces={pieces}
          minimum={0}
          available={kept}
          of={line.product}
          invalid={error !== undefined}
          describedBy={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          onChange={(typed) => {
            if (!locked) setValue(typed);
          }}
          onBlur={() => void form.setFieldTouched(name)}
        />
      )}
      <span className="sum">{formatDollars(isChosen ? paidFor(line, pieces) : 0)}</span>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </li>
  );
}

function leftOf(line: OrderLine): string {
  const kept = keptOf(line);
  if (kept === line.quantity) return `${formatCount(kept)} ordered`;
  return `${formatCount(kept)} of ${formatCount(line.quantity)} not refunded yet`;
}

/** What becomes of the order, before it is done. */
function Consequence({ order }: { order: Order }) {
  const { values } = useFormikContext<RefundForm>();
  const refund = refundOf(values, order);
  return <p role="status">{refund && inWords(refund, order)}</p>;
}

function inWords({ sum, isWhole }: { sum: number; isWhole: boolean }, order: Order): string {
  if (!isWhole) {
    const rest = Math.round((refundable(order) - sum) * 100) / 100;
    return `${formatDollars(sum)} goes back, ${formatDollars(rest)} stays with the shop.`;
  }
  // The server takes the last of an order for a refund of the whole.
  return order.status === 'shipped'
    ? `${formatDollars(sum)} is all that is left: the whole order is refunded.`
    : `${formatDollars(sum)} is all that is left: the order is cancelled, and its parts return to stock.`;
}
