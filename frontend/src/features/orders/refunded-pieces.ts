import type { OrderLine } from '../../api/generated-types';
import { formatCount } from '../../lib/format';

/** How many pieces of a line the order still keeps; the server says so where it is not all. */
export const keptOf = ({ kept, quantity }: Pick<OrderLine, 'kept' | 'quantity'>): number =>
  kept ?? quantity;

/** What went back of a line: `2 of 4 refunded`, `core charge of 1 paid back`; nothing while nothing did. */
export function refundedOf(line: OrderLine): string[] {
  const refunded = line.quantity - keptOf(line);
  const { coresReturned } = line;
  return [
    ...(refunded === 0
      ? []
      : [`${formatCount(refunded)} of ${formatCount(line.quantity)} refunded`]),
    ...(coresReturned === undefined
      ? []
      : [`core charge of ${formatCount(coresReturned)} paid back`]),
  ];
}
