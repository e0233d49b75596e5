import type { Order } from '../../api/generated-types';
import { useAllRefunds } from '../../api/use-all-refunds';
import { formatMoment } from '../../lib/moment';

/**
 * Where the money of refunded orders is. Nothing waits for it, and nothing is said where it is not
 * known: the overview has the refunds themselves, and says when they do not load.
 */
export function useRefundedMoney(orders: Order[] | undefined) {
  const wanted = orders?.some(({ state }) => state === 'refunded') ?? false;
  const { rows } = useAllRefunds({ skip: !wanted });
  const refunds = new Map(rows?.map((refund) => [refund.transactionId, refund]));

  return ({ transactionId }: Order): string | undefined => {
    const refund = transactionId ? refunds.get(transactionId) : undefined;
    if (!refund) return undefined;
    if (refund.doneAt) return `money went back ${formatMoment(refund.doneAt)}`;
    return refund.failures > 0 ? 'money has not gone back yet' : 'money is on its way back';
  };
}
