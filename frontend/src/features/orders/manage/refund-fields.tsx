import { useFormikContext } from 'formik';
import { useId } from 'react';
import type { Order, OrderLine } from '../../../api/contract/generated-types';
import { formatCount, formatDollars } from '../../../lib/format';
import { orderName } from '../../../lib/orders';
import { Exact, Money } from '../../../ui/data/exact';
import { CheckField, RadioField } from '../../../ui/forms/choice-fields';
import { FieldError } from '../../../ui/forms/field-error';
import { QuantityStepper } from '../../../ui/forms/quantity-stepper';
import { TextField, useTextValue } from '../../../ui/forms/text-field';
import { keptOf } from '../refunded-pieces';
import { refundable } from './order-rules';
import { type LineChoice, MOST, piecesIn, type RefundForm, refundOf } from './refund-form';
import { coresLeft, paidFor, paidForCores } from './refund-sums';

const EVERYTHING = { value: 'everything', label: 'Everything' };
const SOME_LINES = { value: 'pieces', label: 'Some lines' };
const CORES = { value: 'cores', label: 'Core charges' };
const AN_AMOUNT = { value: 'amount', label: 'An amount' };

/** What to refund of an order, and what happens to its pieces. */
export function RefundFields({ order }: { order: Order }) {
  const { values } = useFormikContext<RefundForm>();
  const keepsPieces = order.lines.some((line) => keptOf(line) > 0);
  const hasCores = order.lines.some((line) => coresLeft(line) > 0);
  return (
    <>
      <RadioField
        name="choice"
        legend="What to refund"
        choices={[
          EVERYTHING,
          ...(keepsPieces ? [SOME_LINES] : []),
          ...(hasCores ? [CORES] : []),
          AN_AMOUNT,
        ]}
      />
      {values.choice === 'everything' && <Everything order={order} />}
      {values.choice === 'pieces' && <SomeLines order={order} />}
      {values.choice === 'cores' && <Cores order={order} />}
      {values.choice === 'amount' && (
        <TextField
          name="amount"
          label="Amount in $"
          inputMode="decimal"
          autoComplete="off"
          hint={`At most ${formatDollars(refundable(order))}. No pieces are returned.`}
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
        <Exact value={orderName(order)} />, {order.product}
      </b>{' '}
      {order.status === 'shipped'
        ? 'was shipped. The parts are not returned to stock.'
        : 'will be canceled, and its parts return to stock.'}
    </p>
  );
}

function Lines({ order, choice }: { order: Order; choice: LineChoice }) {
  return (
    <ul className="refund-lines" aria-label="Lines of the order">
      {order.lines.map((line, position) => (
        // The lines of an order never change their positions.
        <Line key={position} line={line} position={position} choice={choice} />
      ))}
    </ul>
  );
}

/** Cores were returned: the core charge is refunded, and the new parts stay with the customer. */
function Cores({ order }: { order: Order }) {
  const { values } = useFormikContext<RefundForm>();
  // Refunding the rest of the money is a refund of the whole order, which is stated below.
  const isWhole = refundOf(values, order)?.isWhole === true;
  return (
    <>
      <Lines order={order} choice="cores" />
      {!isWhole && <p>The customer keeps the parts.</p>}
    </>
  );
}

function SomeLines({ order }: { order: Order }) {
  return (
    <>
      <Lines order={order} choice="pieces" />
      {order.status === 'shipped' ? (
        <CheckField name="restock">Put the pieces back into stock</CheckField>
      ) : (
        <p>The pieces go back into stock.</p>
      )}
    </>
  );
}

interface LineProps {
  line: OrderLine;
  position: number;
  choice: LineChoice;
}

const OF_LINE = {
  pieces: { label: 'Pieces to refund of ', paidFor },
  cores: { label: 'Cores to refund of ', paidFor: paidForCores },
};

function Line({ line, position, choice }: LineProps) {
  const name = `${choice}.${position}`;
  const { label, paidFor } = OF_LINE[choice];
  const { value, locked, error, setValue } = useTextValue(name);
  const form = useFormikContext<RefundForm>();
  const id = useId();
  const most = MOST[choice](line);
  const pieces = piecesIn(value);
  const isChosen = pieces > 0 && pieces <= most;
  return (
    <li>
      <div>
        {most > 0 ? (
          <label htmlFor={id}>
            <span className="sr-only">{label}</span>
            {line.product}
          </label>
        ) : (
          <span>{line.product}</span>
        )}
        <span className="hint" id={`${id}-hint`}>
          {choice === 'cores' ? (
            coresOf(line)
          ) : (
            <>
              <Money dollars={line.unitPrice} /> each, {leftOf(line)}
            </>
          )}
        </span>
      </div>
      {most > 0 && (
        <QuantityStepper
          id={id}
          value={value}
          pieces={pieces}
          minimum={0}
          available={most}
          of={line.product}
          invalid={error !== undefined}
          describedBy={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          onChange={(typed) => {
            if (!locked) setValue(typed);
          }}
          onBlur={() => void form.setFieldTouched(name)}
        />
      )}
      <span className="sum">
        <Money dollars={isChosen ? paidFor(line, pieces) : 0} />
      </span>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </li>
  );
}

function leftOf(line: OrderLine): string {
  const kept = keptOf(line);
  if (kept === line.quantity) return `${formatCount(kept)} ordered`;
  return `${formatCount(kept)} of ${formatCount(line.quantity)} not refunded yet`;
}

function coresOf(line: OrderLine): string {
  if (line.core === undefined) return 'No core charge';
  return `${formatDollars(line.core)} core charge each, ${formatCount(coresLeft(line))} not paid back yet`;
}

/** The effect on the order, shown before it is refunded. */
function Consequence({ order }: { order: Order }) {
  const { values } = useFormikContext<RefundForm>();
  const refund = refundOf(values, order);
  return <p role="status">{refund && inWords(refund, order)}</p>;
}

function inWords({ sum, isWhole }: { sum: number; isWhole: boolean }, order: Order): string {
  if (!isWhole) {
    const rest = Math.round((refundable(order) - sum) * 100) / 100;
    return `${formatDollars(sum)} is refunded, and the shop keeps ${formatDollars(rest)}.`;
  }
  // The server treats a refund of the rest as a refund of the whole order.
  return order.status === 'shipped'
    ? `${formatDollars(sum)} is all that is left: the whole order is refunded.`
    : `${formatDollars(sum)} is all that is left: the order is canceled, and its parts return to stock.`;
}
