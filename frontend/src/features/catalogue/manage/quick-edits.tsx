import { useState } from 'react';
import { ValidationError } from 'yup';
import { adminApi } from '../../../api/admin';
import { pieces as pieceLimits, stockPieces } from '../../../api/contract/generated-types';
import type { NewStockMovement, Part } from '../../../api/contract/generated-types';
import { codeOf, sentenceFor } from '../../../api/contract/problem';
import { useShopDispatch } from '../../../api/session/session-hooks';
import { formatCount, formatDollars } from '../../../lib/format';
import { validation } from '../../../lib/texts';
import { Button } from '../../../ui/controls/button';
import { EditableValue } from '../../../ui/controls/editable-value';
import { detailsOf, formOf, refusedFields } from './product-form';
import { productSchema } from './product-schema';
import { COUNT_AGAIN, useMoveStock } from '../../../api/use-move-stock';

interface CellProps {
  part: Part;
}

/** Options of a request that bypasses the cache. */
const UNCACHED = { forceRefetch: true, subscribe: false };

/** Why a typed price is invalid. */
export function priceProblem(typed: string): string | null {
  try {
    productSchema.validateSyncAt('price', { price: typed });
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}

/** Another admin has changed the price since this one was shown. */
interface Clash {
  now: number;
  typed: string;
}

/** The price, edited in place. Another admin's change is never overwritten unseen. */
export function PriceCell({ part }: CellProps) {
  const dispatch = useShopDispatch();
  const [editPart] = adminApi.useEditPartMutation();
  const [clash, setClash] = useState<Clash | null>(null);

  /** @param seen the price shown to the admin */
  const set = async (typed: string, seen: number): Promise<string | null> => {
    const { data: record, error: unread } = await dispatch(
      adminApi.endpoints.getPartRecord.initiate({ id: part._id }, UNCACHED),
    );
    if (!record) return sentenceFor(unread);
    if (record.part.price !== seen) {
      setClash({ now: record.part.price, typed });
      return null;
    }
    const partEdit = {
      ...detailsOf({ ...formOf(record), price: typed }),
      revision: record.revision,
    };
    const { error } = await editPart({ id: part._id, partEdit });
    if (error === undefined) {
      setClash(null);
      return null;
    }
    return codeOf(error) === 'changed_meanwhile'
      ? 'Another admin has just changed this product. Try again.'
      : (refusedFields(error).price ?? sentenceFor(error));
  };

  if (clash) {
    return (
      <PriceClash
        title={part.title}
        clash={clash}
        onTake={() => {
          setClash(null);
        }}
        onSet={() => set(clash.typed, clash.now)}
      />
    );
  }
  return (
    <EditableValue
      label={`price of ${part.title}`}
      shown={formatDollars(part.price)}
      start={String(part.price)}
      inputMode="decimal"
      check={priceProblem}
      save={(typed, seen) => set(typed, Number(seen))}
    />
  );
}

interface PriceClashProps {
  title: string;
  clash: Clash;
  onTake: () => void;
  onSet: () => Promise<string | null>;
}

/** Both prices, to choose from. */
function PriceClash({ title, clash: { now, typed }, onTake, onSet }: PriceClashProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [current, yours] = [formatDollars(now), formatDollars(Number(typed))];
  return (
    <div className="cell-clash" role="alert">
      <p>
        Another admin has changed the price to {current}. You entered {yours}.
      </p>
      {problem !== null && <p>{problem}</p>}
      <div className="actions">
        <Button size="small" disabled={busy} onClick={onTake}>
          Keep {current} <span className="sr-only">for {title}</span>
        </Button>
        <Button
          size="small"
          busy={busy}
          onClick={() => {
            setBusy(true);
            void onSet().then((refused) => {
              setBusy(false);
              setProblem(refused);
            });
          }}
        >
          Set {yours} <span className="sr-only">for {title}</span>
        </Button>
      </div>
    </div>
  );
}

const MOVE = /^[+-]?\d+$/;

/** The movement for a typed number: `120` is a count, `+20` is received, `-3` is damaged. */
export function movementOf(typed: string, available: number): NewStockMovement {
  const number = Number(typed);
  if (typed.startsWith('+')) return { reason: 'received', pieces: number };
  if (typed.startsWith('-')) return { reason: 'damaged', pieces: number };
  return { reason: 'counted', pieces: number - available, expectedAvailable: available };
}

function stockProblem(typed: string): string | null {
  if (!MOVE.test(typed)) return validation.numberWhole('pieces');
  const moves = /^[+-]/.test(typed);
  const { minimum, maximum } = moves ? pieceLimits : stockPieces;
  const number = Math.abs(Number(typed));
  if (number >= minimum && number <= maximum) return null;
  return validation.outOfRange('pieces', formatCount(minimum), formatCount(maximum));
}

/** The stock, edited in place. */
export function StockCell({ part }: CellProps) {
  const dispatch = useShopDispatch();
  const { _id: id, available } = part;
  const { moveStock, giveUp } = useMoveStock(id);

  const save = async (typed: string, seen: string) => {
    const movement = movementOf(typed, Number(seen));
    if (movement.pieces === 0) return null;
    const { error } = await moveStock(movement);
    if (error === undefined) return null;
    if (codeOf(error) === 'stock_changed') {
      // Refetching a long list takes a while.
      const { data: record } = await dispatch(
        adminApi.endpoints.getPartRecord.initiate({ id }, UNCACHED),
      );
      const now = record ? String(record.part.available) : seen;
      return { problem: `${sentenceFor(error)} ${COUNT_AGAIN}`, now };
    }
    return sentenceFor(error, 'Save it again to be sure: it will not be recorded twice.');
  };

  return (
    <EditableValue
      label={`available pieces of ${part.title}`}
      shown={formatCount(available)}
      start={String(available)}
      inputMode="text"
      hint="120 counted, +20 received, -3 damaged"
      check={stockProblem}
      save={save}
      onGivenUp={giveUp}
    />
  );
}
