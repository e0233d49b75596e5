import { useFormikContext } from 'formik';
import { returnsApi } from '../../api/returns';
import { useDebouncedValue } from '../../lib/hooks';
import { Money } from '../../ui/data/exact';
import { chosenOf, type RequestForm, requestOf, shippingNote, withFee } from './request-form';
import type { ReturnableLine } from './return-rules';
import { whyNotReturned } from './return-words';

const SETTLED_MS = 400;

interface UnneededNoteProps {
  /** The order's id. */
  order: string;
  lines: ReturnableLine[];
}

/** What it costs to return the chosen pieces if they are only not needed. */
export function UnneededNote({ order, lines }: UnneededNoteProps) {
  const { values } = useFormikContext<RequestForm>();
  if (values.reason !== 'not_needed') return null;
  const shipping = shippingNote(lines, values);
  const excluded = chosenOf(lines, values).filter(({ onlyFaulty }) => onlyFaulty);
  return (
    <div className="returns-cost" role="status">
      {excluded.map(({ line, product }) => (
        <p key={line}>{product} can be returned only if something is wrong with it.</p>
      ))}
      {shipping !== undefined && <p>{shipping}</p>}
      {excluded.length === 0 && withFee(lines, values) && <Fee order={order} values={values} />}
    </div>
  );
}

/** The restocking fee of the chosen pieces, as the shop computes it. */
function Fee({ order, values }: { order: string; values: RequestForm }) {
  const request = useDebouncedValue(JSON.stringify(requestOf({ ...values, note: '' })), SETTLED_MS);
  const returnRequest = JSON.parse(request) as ReturnType<typeof requestOf>;
  const { currentData: preview, error } = returnsApi.usePreviewReturnQuery(
    { id: order, returnRequest: returnRequest ?? { lines: [], reason: 'not_needed' } },
    { skip: returnRequest === null, refetchOnMountOrArgChange: true },
  );
  if (preview?.fee !== undefined) {
    return (
      <p>
        We deduct a restocking fee of <Money dollars={preview.fee} /> and refund{' '}
        <b>
          <Money dollars={preview.refund} />
        </b>{' '}
        once the parts have arrived.
      </p>
    );
  }
  if (preview !== undefined) return null;
  if (error !== undefined) return <p>{whyNotReturned(error)}</p>;
  return <p className="hint">Computing the restocking fee…</p>;
}
