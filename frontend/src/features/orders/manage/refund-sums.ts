import type { Order, OrderLine } from '../../../api/generated-types';
import { sumOf } from '../../../lib/format';
import { keptOf } from '../refunded-pieces';
import { refundable } from './order-rules';

const toCents = (dollars: number) => BigInt(Math.round(dollars * 100));

/**
 * What of a line's total falls on its first pieces, in cents, as the server counts it (ADR 0027). Big
 * integers, because a total times pieces can be more than a number holds to the cent.
 */
function shareOf(line: OrderLine, pieces: number): bigint {
  const { unitPrice, core = 0, discount = 0, tax = 0 } = line;
  const quantity = BigInt(line.quantity);
  const goods = (toCents(unitPrice) + toCents(core)) * quantity;
  return ((goods - toCents(discount) + toCents(tax)) * BigInt(pieces)) / quantity;
}

/** What was paid for pieces that the line still keeps, in dollars. */
export function paidFor(line: OrderLine, pieces: number): number {
  const kept = keptOf(line);
  return Number(shareOf(line, kept) - shareOf(line, kept - pieces)) / 100;
}

interface Returned {
  /** In dollars. */
  sum: number;
  /** Nothing of the order is left afterwards: the server refunds it as a whole. */
  isWhole: boolean;
}

/** What goes back with pieces of lines, in the order of the lines. */
export function returnedFor(order: Order, pieces: number[]): Returned {
  const { lines, status } = order;
  const left = refundable(order);
  const paid = sumOf(lines.map((line, position) => paidFor(line, pieces[position] ?? 0)));
  const keepsNothing = lines.every((line, position) => keptOf(line) === pieces[position]);
  // Without its last pieces an order that was not shipped is cancelled, and shipping comes back as well.
  if (keepsNothing && status === 'pending') return { sum: left, isWhole: true };
  const sum = keepsNothing ? Math.min(paid, left) : paid;
  return { sum, isWhole: sum === left };
}
