import { Formik, type FormikHelpers } from 'formik';
import { object, string } from 'yup';
import { adminApi } from '../../../api/admin';
import {
  pieces as pieceLimits,
  stockChange,
  stockNote,
  stockPieces,
} from '../../../api/contract/generated-types';
import type {
  NewStockReason,
  PartRecord,
  StockMovement,
} from '../../../api/contract/generated-types';
import { listOf } from '../../../api/paging';
import { fieldSentences } from '../../../api/contract/field-sentences';
import { codeOf, sentenceFor } from '../../../api/contract/problem';
import { formatDateTime } from '../../../lib/date-time';
import { formatCount } from '../../../lib/format';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { RadioField } from '../../../ui/forms/choice-fields';
import { Form, SubmitButton } from '../../../ui/forms/form';
import { refuse } from '../../../ui/forms/server-errors';
import { TextField } from '../../../ui/forms/text-field';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import { ListFrame } from '../../../ui/lists/list-frame';
import { notify } from '../../../ui/messages/notify';
import { COUNT_AGAIN, useMoveStock } from '../../../api/use-move-stock';
import { Count } from '../../../ui/data/exact';

const REASONS: { value: NewStockReason; label: string }[] = [
  { value: 'received', label: 'Received' },
  { value: 'counted', label: 'Counted' },
  { value: 'damaged', label: 'Damaged' },
  { value: 'correction', label: 'Correction' },
];

const HINTS: Record<NewStockReason, string> = {
  received: 'How many came in.',
  counted: 'How many can be sold, not counting those reserved for orders.',
  damaged: 'How many can no longer be sold.',
  correction: 'How many to add; use a minus sign to subtract.',
};

const RANGES: Record<NewStockReason, { minimum: number; maximum: number }> = {
  received: pieceLimits,
  counted: stockPieces,
  damaged: pieceLimits,
  correction: stockChange,
};

interface Movement {
  reason: NewStockReason;
  pieces: string;
  note: string;
}
const NO_MOVEMENT: Movement = { reason: 'received', pieces: '', note: '' };

const WHOLE = /^\s*-?\d+\s*$/;

/** The change in pieces; undefined while no number is typed. */
export function changeOf(reason: NewStockReason, typed: string, available: number) {
  if (!WHOLE.test(typed)) return undefined;
  const number = Number(typed);
  if (reason === 'counted') return number - available;
  return reason === 'damaged' ? -number : number;
}

const movementSchema = object({
  reason: string().required(),
  pieces: string()
    .trim()
    .required(validation.required('pieces'))
    .matches(WHOLE, validation.numberWhole('pieces'))
    .test('range', (typed, { createError, parent }) => {
      const { minimum, maximum } = RANGES[(parent as Movement).reason];
      const number = Number(typed);
      if (number >= minimum && number <= maximum) return true;
      const message = validation.outOfRange('pieces', formatCount(minimum), formatCount(maximum));
      return createError({ message });
    }),
  note: string().trim().default('').test(notTooLong('note', stockNote)),
});

interface StockPanelProps {
  record: PartRecord;
}

/** A part's stock, its movements, and its low-stock threshold. */
export function StockPanel({ record: { part, reorderAt } }: StockPanelProps) {
  return (
    <section className="stock" aria-labelledby="stock">
      <h2 id="stock">Stock</h2>
      <dl className="stock-numbers">
        <div>
          <dt>Available pieces</dt>
          <dd>
            <Count of={part.available} />
          </dd>
        </div>
        <div>
          <dt>Running low at</dt>
          <dd>
            <Count of={reorderAt} />
          </dd>
        </div>
      </dl>
      <MoveStock id={part._id} available={part.available} />
      <ReorderPoint
        key={reorderAt}
        id={part._id}
        reorderAt={reorderAt}
        minimum={part.minOrderQuantity}
      />
      <Movements id={part._id} />
    </section>
  );
}

const REFUSED = ['pieces_reserved', 'stock_changed', 'too_many_pieces'];

function MoveStock({ id, available }: { id: string; available: number }) {
  const { moveStock } = useMoveStock(id);

  const submit = async (values: Movement, form: FormikHelpers<Movement>) => {
    const { pieces, note } = movementSchema.cast(values);
    const change = changeOf(values.reason, pieces, available);
    if (change === undefined || change === 0) {
      refuse(form, values, { pieces: 'that changes nothing' });
      return;
    }
    const { data, error } = await moveStock({
      reason: values.reason,
      pieces: change,
      ...(note && { note }),
      ...(values.reason === 'counted' && { expectedAvailable: available }),
    });
    if (data) {
      notify.success(`${formatCount(data.available)} pieces available`);
      form.resetForm({ values: { ...NO_MOVEMENT, reason: values.reason } });
      return;
    }
    const code = codeOf(error) ?? '';
    const known =
      code === 'stock_changed' ? `${sentenceFor(error)} ${COUNT_AGAIN}` : sentenceFor(error);
    const sentences = REFUSED.includes(code)
      ? { pieces: known }
      : fieldSentences(error, { pieces: 'pieces', note: 'note' });
    refuse(
      form,
      values,
      Object.keys(sentences).length > 0 ? sentences : { pieces: sentenceFor(error, NOT_TWICE) },
    );
  };

  return (
    <Formik initialValues={NO_MOVEMENT} validationSchema={movementSchema} onSubmit={submit}>
      {({ values }) => (
        <Form label="Change the stock" rules={movementSchema}>
          <RadioField name="reason" legend="What happened" choices={REASONS} />
          <div className="pair">
            <TextField
              name="pieces"
              label="Pieces"
              type="number"
              inputMode="numeric"
              hint={HINTS[values.reason]}
            />
            <TextField name="note" label="Note" hint="Such as a delivery note" />
          </div>
          <div className="actions">
            <SubmitButton>Change stock</SubmitButton>
            <Result {...values} available={available} />
          </div>
        </Form>
      )}
    </Formik>
  );
}

const NOT_TWICE = 'Press Change stock again to be sure: it will not be recorded twice.';

/** The resulting stock. */
function Result({ reason, pieces, available }: Movement & { available: number }) {
  const change = changeOf(reason, pieces, available);
  if (change === undefined) return null;
  const sign = change < 0 ? '−' : '+';
  return (
    <p className="hint">
      <Count of={available} /> {sign} <Count of={Math.abs(change)} /> ={' '}
      <b>
        <Count of={available + change} />
      </b>
    </p>
  );
}

interface ReorderPointProps {
  id: string;
  reorderAt: number;
  minimum: number;
}

const reorderSchema = object({
  reorderAt: string()
    .trim()
    .required(validation.required('number of pieces'))
    .matches(WHOLE, validation.numberWhole('number of pieces'))
    .test(
      'range',
      validation.outOfRange('number of pieces', '0', formatCount(stockPieces.maximum)),
      (typed) => Number(typed) >= stockPieces.minimum && Number(typed) <= stockPieces.maximum,
    ),
});

function ReorderPoint({ id, reorderAt, minimum }: ReorderPointProps) {
  const [setReorderPoint] = adminApi.useSetReorderPointMutation();
  return (
    <Formik
      initialValues={{ reorderAt: String(reorderAt) }}
      validationSchema={reorderSchema}
      onSubmit={async (values, form) => {
        const reorderPoint = { reorderAt: Number(values.reorderAt) };
        const { error } = await setReorderPoint({ id, reorderPoint });
        if (error === undefined) notify.success('Saved');
        else {
          const known = fieldSentences(error, { reorderAt: 'number of pieces' });
          refuse(form, values, { reorderAt: known.reorderAt ?? sentenceFor(error) });
        }
      }}
    >
      <Form className="inline-form" label="When it is running low" rules={reorderSchema}>
        <TextField
          name="reorderAt"
          label="Running low at"
          type="number"
          inputMode="numeric"
          hint={`Stock below the minimum order (${formatCount(minimum)}) always counts as running low.`}
        />
        <SubmitButton look="plain">Set</SubmitButton>
      </Form>
    </Formik>
  );
}

const DONE: Record<StockMovement['reason'], string> = {
  opening: 'Opening stock',
  received: 'Received',
  counted: 'Counted',
  damaged: 'Damaged',
  correction: 'Correction',
  returned: 'Returned by a customer',
};

const COLUMNS: Column<StockMovement>[] = [
  {
    label: 'What happened',
    kind: 'lead',
    cell: ({ reason, note, createdAt }) => (
      <>
        {DONE[reason]}
        <span className="id">
          {formatDateTime(createdAt)}
          {note !== undefined && `, ${note}`}
        </span>
      </>
    ),
  },
  {
    label: 'Pieces',
    kind: 'number',
    cell: ({ pieces }) => (
      <b>
        {pieces < 0 ? '−' : '+'}
        <Count of={Math.abs(pieces)} />
      </b>
    ),
  },
];

function Movements({ id }: { id: string }) {
  const list = listOf(
    adminApi.useEveryStockMovementInfiniteQuery(id, { refetchOnMountOrArgChange: true }),
  );
  return (
    <section aria-labelledby="movements">
      <h3 id="movements">Movements</h3>
      <p className="hint">Stock changes other than orders.</p>
      <ListFrame list={list} noun="movements" empty={<p className="hint">No movements yet.</p>}>
        {(rows) => (
          <DataTable
            label="Movements"
            density="compact"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ _id }) => _id}
          />
        )}
      </ListFrame>
    </section>
  );
}
