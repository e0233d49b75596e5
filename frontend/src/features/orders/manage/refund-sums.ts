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

/** Of how many pieces that a line keeps the core can be paid back. */
export const coresLeft = (line: OrderLine): number =>
  line.core === undefined ? 0 : keptOf(line) - (line.coresReturned ?? 0);

/** What was paid for the cores of some pieces, in dollars. */
export const paidForCores = ({ core = 0 }: OrderLine, pieces: number): number =>
  Number(toCents(core) * BigInt(pieces)) / 100;

/** What goes back with pieces that the line still keeps, in dollars: those without a core go first. */
export function paidFor(line: OrderLine, pieces: number): number {
  const kept = keptOf(line);
  const share = Number(shareOf(line, kept) - shareOf(line, kept - pieces)) / 100;
  return sumOf([share, -paidForCores(line, Math.min(pieces, line.coresReturned ?? 0))]);
}

interface Returned {
  /** In dollars. */
  sum: number;
  /** Nothing of the order is left afterwards: the server refunds it as a whole. */
  isWhole: boolean;
}

/** What goes back with cores of lines, in the order of the lines. */
export function returnedForCores(order: Order, pieces: number[]): Returned {
  const sum = sumOf(order.lines.map((line, position) => paidForCores(line, pieces[position] ?? 0)));
  return { sum, isWhole: sum === refundable(order) };
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
