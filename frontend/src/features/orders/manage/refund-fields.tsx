import { useFormikContext } from 'formik';
import { useId } from 'react';
import type { Order, OrderLine, RefundPreview } from '../../../api/contract/generated-types';
import { formatCount, formatDollars } from '../../../lib/format';
import { keptOf, orderName } from '../../../lib/orders';
import { piecesIn } from '../../../lib/quantity';
import { Exact, Money } from '../../../ui/data/exact';
import { CheckField, RadioField } from '../../../ui/forms/choice-fields';
import { FieldError } from '../../../ui/forms/field-error';
import { QuantityStepper } from '../../../ui/forms/quantity-stepper';
import { TextField, useTextValue } from '../../../ui/forms/text-field';
import { refundable } from './order-rules';
import { coresLeft, type LineChoice, MAX_CHOICE, type RefundForm } from './refund-form';

const EVERYTHING = { value: 'everything', label: 'Everything' };
const SOME_LINES = { value: 'pieces', label: 'Some lines' };
const CORES = { value: 'cores', label: 'Core charges' };
const AN_AMOUNT = { value: 'amount', label: 'An amount' };

interface RefundFieldsProps {
  order: Order;
  /** Undefined while it is unknown. */
  preview: RefundPreview | undefined;
}

/** What to refund of an order, and what happens to its pieces. */
export function RefundFields({ order, preview }: RefundFieldsProps) {
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
      {values.choice === 'pieces' && <SomeLines order={order} preview={preview} />}
      {values.choice === 'cores' && <Cores order={order} preview={preview} />}
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
          <p role="status">{preview && inWords(preview, order)}</p>
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

function Lines({ order, preview, choice }: RefundFieldsProps & { choice: LineChoice }) {
  return (
    <ul className="refund-lines" aria-label="Lines of the order">
      {order.lines.map((line, position) => (
        // The lines of an order never change their positions.
        <Line
          key={position}
          line={line}
          position={position}
          choice={choice}
          amount={preview?.lines.find((each) => each.line === position + 1)?.amount}
        />
      ))}
    </ul>
  );
}

/** Cores were returned: the core charge is refunded, and the new parts stay with the customer. */
function Cores({ order, preview }: RefundFieldsProps) {
  return (
    <>
      <Lines order={order} preview={preview} choice="cores" />
      {/* Refunding the rest of the money is a refund of the whole order, which is stated below. */}
      {preview?.whole !== true && <p>The customer keeps the parts.</p>}
    </>
  );
}

function SomeLines({ order, preview }: RefundFieldsProps) {
  return (
    <>
      <Lines order={order} preview={preview} choice="pieces" />
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
  /** The refund for it, in dollars. */
  amount: number | undefined;
}

const LABELS = { pieces: 'Pieces to refund of ', cores: 'Cores to refund of ' };

function Line({ line, position, choice, amount }: LineProps) {
  const name = `${choice}.${position}`;
  const { value, locked, error, setValue } = useTextValue(name);
  const form = useFormikContext<RefundForm>();
  const id = useId();
  const most = MAX_CHOICE[choice](line);
  const pieces = piecesIn(value);
  const sum = pieces > 0 && pieces <= most ? amount : 0;
  return (
    <li>
      <div>
        {most > 0 ? (
          <label htmlFor={id}>
            <span className="sr-only">{LABELS[choice]}</span>
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
      <span className="sum">{sum === undefined ? '—' : <Money dollars={sum} />}</span>
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
function inWords({ amount, whole, left }: RefundPreview, { status }: Order): string {
  const sum = formatDollars(amount);
  if (!whole) return `${sum} is refunded, and the shop keeps ${formatDollars(left)}.`;
  // The server treats a refund of the rest as a refund of the whole order.
  return status === 'shipped'
    ? `${sum} is all that is left: the whole order is refunded.`
    : `${sum} is all that is left: the order is canceled, and its parts return to stock.`;
}
