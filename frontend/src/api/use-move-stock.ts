import { useState } from 'react';
import { IdempotencyKey } from '../lib/idempotency-key';
import { adminApi } from './admin';
import type { NewStockMovement } from './generated-types';
import { isOutcomeUnknown } from './problem';

/** What to do when the stock is no longer what the count was compared with. */
export const COUNT_AGAIN = 'Count again.';

/** Writes a stock movement down, once however often the same is sent before its outcome is known. */
export function useMoveStock(id: string) {
  const [send] = adminApi.useMoveStockMutation();
  const [idempotencyKey] = useState(() => new IdempotencyKey(`stock of ${id}`));

  const moveStock = async (newStockMovement: NewStockMovement) => {
    const answer = await send({
      id,
      'Idempotency-Key': idempotencyKey.keyFor(newStockMovement),
      newStockMovement,
    });
    if (answer.error === undefined || !isOutcomeUnknown(answer.error)) idempotencyKey.clear();
    return answer;
  };

  return {
    moveStock,
    /** What was not confirmed is not wanted any more: the same, written later, is a new wish. */
    giveUp: () => {
      idempotencyKey.clear();
    },
  };
}
