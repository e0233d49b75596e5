/** What is done to carts beside adding a part, which is in `cart-lines.ts` because home loads it. */
import { withMore } from './cart-lines';
import { lineKey, MAX_LINES, type CartLine } from './cart-storage';

export const without = (lines: CartLine[], key: string): CartLine[] =>
  lines.filter((line) => lineKey(line) !== key);

/** A line is for another car, or for none; it joins the line that is there for that already. */
export function withVehicle(lines: CartLine[], key: string, vehicle?: string): CartLine[] {
  const position = lines.findIndex((line) => lineKey(line) === key);
  const line = lines[position];
  if (!line || line.vehicle === vehicle) return lines;
  const { part, quantity } = line;
  const changed = { part, quantity, ...(vehicle !== undefined && { vehicle }) };
  const others = without(lines, key);
  return others.some((other) => lineKey(other) === lineKey(changed))
    ? (withMore(others, part, quantity, vehicle) ?? lines)
    : withLineAt(others, changed, position);
}

/** What the lines come to be when more parts are added; null when there is no room for all of them. */
export const withAll = (lines: CartLine[], more: CartLine[]): CartLine[] | null =>
  more.reduce<CartLine[] | null>(
    (all, { part, quantity, vehicle }) => all && withMore(all, part, quantity, vehicle),
    lines,
  );

/** Puts a line back where it stood, unless its part has been added again since. */
export function withLineAt(lines: CartLine[], line: CartLine, position: number): CartLine[] {
  if (lines.some((other) => lineKey(other) === lineKey(line))) return lines;
  return [...lines.slice(0, position), line, ...lines.slice(position)].slice(0, MAX_LINES);
}

/** What is left when these were ordered: also pieces that another tab has added meanwhile. */
export const withoutOrdered = (lines: CartLine[], ordered: CartLine[]): CartLine[] =>
  lines.flatMap((line) => {
    const { quantity } = line;
    const pieces = ordered.find((other) => lineKey(other) === lineKey(line))?.quantity ?? 0;
    return quantity > pieces ? [{ ...line, quantity: quantity - pieces }] : [];
  });

const byKey = (lines: CartLine[]) => new Map(lines.map((line) => [lineKey(line), line]));

/**
 * Puts what was chosen here together with what the shop keeps by now.
 * @param base what the shop kept when both were last the same: what differs from it was chosen here, and
 *   wins; with nothing known the outcome is the union
 */
export function mergeCarts(base: CartLine[], here: CartLine[], saved: CartLine[]): CartLine[] {
  const before = byKey(base);
  const mine = byKey(here);
  const theirs = byKey(saved);
  const merged = [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((key) => {
    const changedHere = mine.get(key)?.quantity !== before.get(key)?.quantity;
    return (changedHere ? mine : theirs).get(key) ?? [];
  });
  return merged.slice(0, MAX_LINES);
}

export function isSameCart(one: CartLine[], other: CartLine[]): boolean {
  const others = byKey(other);
  return (
    one.length === other.length &&
    one.every((line) => others.get(lineKey(line))?.quantity === line.quantity)
  );
}
