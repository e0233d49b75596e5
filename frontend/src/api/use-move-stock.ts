import { useState } from 'react';
import { IdempotencyKey } from '../lib/idempotency-key';
import { adminApi } from './admin';
import type { NewStockMovement } from './contract/generated-types';
import { isOutcomeUnknown } from './contract/problem';

/** Advice if the stock has changed since it was counted. */
export const COUNT_AGAIN = 'Count again.';

/** Records a stock movement once, however often it is sent before its outcome is known. */
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
    /** Drops an unconfirmed movement: the same movement entered later is a new request. */
    giveUp: () => {
      idempotencyKey.clear();
    },
  };
}
