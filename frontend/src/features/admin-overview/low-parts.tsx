import { PackagePlus } from 'lucide-react';
import { useRef } from 'react';
import { number, object, string } from 'yup';
import { adminApi } from '../../api/admin';
import { useMoveStock } from '../../api/use-move-stock';
import { pieces as limits, stockNote } from '../../api/contract/generated-types';
import type { LowStock, Part } from '../../api/contract/generated-types';
import { fieldSentences } from '../../api/contract/field-sentences';
import { codeOf, sentenceFor } from '../../api/contract/problem';
import { formatCount } from '../../lib/format';
import { paths } from '../../lib/paths';
import { notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';
import { Button } from '../../ui/controls/button';
import { useDialogFor } from '../../ui/controls/confirm-dialog';
import { Link } from '../../ui/controls/link';
import { Count } from '../../ui/data/exact';
import { FormDialog } from '../../ui/forms/form-dialog';
import { refuse } from '../../ui/forms/server-errors';
import { TextField } from '../../ui/forms/text-field';
import { notify } from '../../ui/messages/notify';
import { Panel, panelIds, panelState, useMore } from './panel';

/** Parts whose stock is no more than the admin's threshold or the minimum order. */
export function LowParts() {
  const { shown, limit, showMore } = useMore();
  const query = adminApi.useListLowStockQuery({ limit }, { refetchOnMountOrArgChange: true });
  const all = useRef<HTMLAnchorElement>(null);
  const restock = useDialogFor<Part>(all);
  return (
    <>
      <Panel
        id={panelIds.lowParts}
        title="Running low"
        aside={
          <Link ref={all} to={paths.manageProducts}>
            All products
          </Link>
        }
        {...panelState(query)}
        shown={shown}
        onMore={showMore}
        empty="Every product has enough stock for at least one order."
        keyOf={({ _id }) => _id}
      >
        {(low) => (
          <LowRow
            low={low}
            onRestock={() => {
              restock.open(low.part);
            }}
          />
        )}
      </Panel>
      {restock.row && <RestockDialog part={restock.row} onClose={restock.close} />}
    </>
  );
}

interface LowRowProps {
  low: LowStock;
  onRestock: () => void;
}

function LowRow({ low: { part, reorderAt }, onRestock }: LowRowProps) {
  const { _id, title, available, minOrderQuantity } = part;
  return (
    <div className="low-part">
      <div>
        <b>
          <Link className="plain-link" to={paths.editProduct(_id)}>
            {title}
          </Link>
        </b>
        <span className="id">
          <Count of={available} /> left, minimum order <Count of={minOrderQuantity} />
          {reorderAt >= minOrderQuantity && (
            <>
              , low at <Count of={reorderAt} />
            </>
          )}
        </span>
      </div>
      <Button size="small" icon={<PackagePlus className="icon" />} onClick={onRestock}>
        Restock <span className="sr-only">{title}</span>
      </Button>
    </div>
  );
}

const restockSchema = object({
  pieces: number()
    .transform((value: number, typed: unknown) => (typed === '' ? undefined : value))
    .typeError(validation.numberInvalid('pieces'))
    .required(validation.required('pieces'))
    .integer(validation.numberWhole('pieces'))
    .min(limits.minimum, outOfRange())
    .max(limits.maximum, outOfRange()),
  note: string().trim().default('').test(notTooLong('note', stockNote)),
});

function outOfRange() {
  return validation.outOfRange('pieces', formatCount(limits.minimum), formatCount(limits.maximum));
}

interface RestockDialogProps {
  part: Part;
  onClose: (restocked: boolean) => void;
}

/** Records received pieces of a part. */
function RestockDialog({ part, onClose }: RestockDialogProps) {
  const { moveStock, giveUp } = useMoveStock(part._id);
  return (
    <FormDialog
      title={`Restock ${part.title}`}
      initialValues={{ pieces: '', note: '' }}
      schema={restockSchema}
      submit={{ label: 'Restock', icon: <PackagePlus className="icon" /> }}
      onSubmit={async (values, form) => {
        const { pieces, note } = restockSchema.cast(values);
        const newStockMovement = { reason: 'received' as const, pieces, ...(note && { note }) };
        const { data, error } = await moveStock(newStockMovement);
        if (data) {
          notify.success(`${formatCount(data.available)} pieces available`);
          return null;
        }
        const sentences =
          codeOf(error) === 'too_many_pieces'
            ? { pieces: sentenceFor(error) }
            : fieldSentences(error, { pieces: 'pieces', note: 'note' });
        if (refuse(form, values, sentences)) return '';
        return sentenceFor(error, 'Send it again to be sure: it will not be recorded twice.');
      }}
      onClose={(done) => {
        if (!done) giveUp();
        onClose(done);
      }}
    >
      <p className="hint">
        <Count of={part.available} /> pieces are available now.
      </p>
      <TextField name="pieces" label="Pieces received" type="number" inputMode="numeric" />
      <TextField name="note" label="Note" hint="Such as a delivery note" />
    </FormDialog>
  );
}
