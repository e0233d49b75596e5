import type { OrderLine } from '../../api/contract/generated-types';
import { formatCount } from '../../lib/format';
import { keptOf } from '../../lib/orders';

/** The refunds of a line: `2 of 4 refunded`, `core charge of 1 paid back`; empty without any. */
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
