import type { Order, OrderLine } from '../../../api/contract/generated-types';
import { sumOf } from '../../../lib/format';
import { keptOf } from '../refunded-pieces';
import { refundable } from './order-rules';

const toCents = (dollars: number) => BigInt(Math.round(dollars * 100));

/**
 * The share of a line's total for its first pieces, in cents, as the server calculates it (ADR
 * 0027). BigInt, because total times pieces can exceed the exact range of a number.
 */
function shareOf(line: OrderLine, pieces: number): bigint {
  const { unitPrice, core = 0, discount = 0, tax = 0 } = line;
  const quantity = BigInt(line.quantity);
  const goods = (toCents(unitPrice) + toCents(core)) * quantity;
  return ((goods - toCents(discount) + toCents(tax)) * BigInt(pieces)) / quantity;
}

/** The number of a line's kept pieces whose core charge can still be refunded. */
export const coresLeft = (line: OrderLine): number =>
  line.core === undefined ? 0 : keptOf(line) - (line.coresReturned ?? 0);

/** The core charge paid for some pieces, in dollars. */
export const paidForCores = ({ core = 0 }: OrderLine, pieces: number): number =>
  Number(toCents(core) * BigInt(pieces)) / 100;

/** The refund for pieces the line still has, in dollars: those without a core go first. */
export function paidFor(line: OrderLine, pieces: number): number {
  const kept = keptOf(line);
  const share = Number(shareOf(line, kept) - shareOf(line, kept - pieces)) / 100;
  return sumOf([share, -paidForCores(line, Math.min(pieces, line.coresReturned ?? 0))]);
}

interface Returned {
  /** In dollars. */
  sum: number;
  /** Nothing of the order is left afterward: the server refunds it as a whole. */
  isWhole: boolean;
}

/** The refund for cores, by line. */
export function returnedForCores(order: Order, pieces: number[]): Returned {
  const sum = sumOf(order.lines.map((line, position) => paidForCores(line, pieces[position] ?? 0)));
  return { sum, isWhole: sum === refundable(order) };
}

/** The refund for pieces, by line. */
export function returnedFor(order: Order, pieces: number[]): Returned {
  const { lines, status } = order;
  const left = refundable(order);
  const paid = sumOf(lines.map((line, position) => paidFor(line, pieces[position] ?? 0)));
  const keepsNothing = lines.every((line, position) => keptOf(line) === pieces[position]);
  // An unshipped order without pieces is canceled, which refunds the shipping charge as well.
  if (keepsNothing && status === 'pending') return { sum: left, isWhole: true };
  const sum = keepsNothing ? Math.min(paid, left) : paid;
  return { sum, isWhole: sum === left };
}
