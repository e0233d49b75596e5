import { useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { Order } from '../../../api/contract/generated-types';
import { isOutcomeUnknown, mayBeDone } from '../../../api/contract/problem';
import { IdempotencyKey } from '../../../lib/idempotency-key';
import { refundable } from './order-rules';
import { partOf, type RefundForm } from './refund-form';

type Outcome =
  /** In dollars; null if it was already refunded. */
  { refunded: number | null } | { error: unknown };

/**
 * Refunds an order. After a lost response the same request is sent with the same key, so that
 * nothing is refunded twice. The key outlives the dialog, because a refund cannot be undone.
 * @param order the order's current state
 */
export function useRefund(order: Order) {
  const id = order._id;
  const [refundOrder] = adminApi.useRefundOrderMutation();
  const [refundPart] = adminApi.useRefundPartMutation();
  const [idempotencyKey] = useState(() => new IdempotencyKey(`refund of ${id}`));
  /**
   * The request whose response was lost, and the order at that time. If it succeeded, the order has
   * less left than requested, but the request can still be repeated.
   */
  const [unconfirmed, setUnconfirmed] = useState<{ content: string; order: Order } | null>(null);

  /** The order at the time of the unconfirmed request, if the form repeats it. */
  const repeatedOf = (values: RefundForm): Order | undefined =>
    unconfirmed?.content === contentOf(values, unconfirmed?.order ?? order)
      ? unconfirmed.order
      : undefined;

  /** The order that the form is validated against. */
  const judgedBy = (values: RefundForm): Order => repeatedOf(values) ?? order;

  const send = async (values: RefundForm, seen: Order): Promise<Outcome> => {
    const part = partOf(values, seen);
    if (part === null) {
      const isShipped = seen.status === 'shipped';
      const { data, error } = await refundOrder(isShipped ? { id, afterShipping: true } : { id });
      if (data === undefined) return { error };
      return { refunded: data.modifiedCount > 0 ? refundable(seen) : null };
    }
    const { data, error } = await refundPart({
      id,
      'Idempotency-Key': idempotencyKey.keyFor(part),
      partialRefund: part,
    });
    if (data !== undefined || !isOutcomeUnknown(error)) idempotencyKey.clear();
    return data === undefined ? { error } : { refunded: data.amount };
  };

  const refund = async (values: RefundForm): Promise<Outcome> => {
    const seen = judgedBy(values);
    const outcome = await send(values, seen);
    const isLost = 'error' in outcome && mayBeDone(outcome.error);
    setUnconfirmed(isLost ? { content: contentOf(values, seen), order: seen } : null);
    return outcome;
  };

  return { refund, judgedBy, isRepeat: (values: RefundForm) => repeatedOf(values) !== undefined };
}

const contentOf = (values: RefundForm, order: Order) => JSON.stringify(partOf(values, order));
