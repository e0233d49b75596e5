import { useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { NewStockMovement } from '../../../api/generated-types';
import { isOutcomeUnknown } from '../../../api/problem';
import { IdempotencyKey } from '../../../lib/idempotency-key';

/** What to do when the stock is no longer what the count was compared with. */
export const COUNT_AGAIN = 'Count again.';

/** Writes a stock movement down, once however often the same is sent before its outcome is known. */
export function useMoveStock(id: string) {
  const [moveStock] = adminApi.useMoveStockMutation();
  const [idempotencyKey] = useState(() => new IdempotencyKey(`stock of ${id}`));

  return async (newStockMovement: NewStockMovement) => {
    const answer = await moveStock({
      id,
      'Idempotency-Key': idempotencyKey.keyFor(newStockMovement),
      newStockMovement,
    });
    if (answer.error === undefined || !isOutcomeUnknown(answer.error)) idempotencyKey.clear();
    return answer;
  };
}
