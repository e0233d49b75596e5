import type { OrderLine } from '../../api/generated-types';
import { formatCount } from '../../lib/format';

/** How many pieces of a line the order still keeps; the server says so where it is not all. */
export const keptOf = ({ kept, quantity }: Pick<OrderLine, 'kept' | 'quantity'>): number =>
  kept ?? quantity;

/** `2 of 4 refunded`; null when none was. */
export function refundedPieces(line: Pick<OrderLine, 'kept' | 'quantity'>): string | null {
  const refunded = line.quantity - keptOf(line);
  return refunded === 0
    ? null
    : `${formatCount(refunded)} of ${formatCount(line.quantity)} refunded`;
}
