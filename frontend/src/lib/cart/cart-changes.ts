/** Changes to carts except adding a part, which is in `cart-lines.ts` because home loads it. */
import { withMore } from './cart-lines';
import { lineKey, MAX_LINES, type CartLine } from './cart-storage';

export const without = (lines: CartLine[], key: string): CartLine[] =>
  lines.filter((line) => lineKey(line) !== key);

/** Assigns a line to another car or to none; merges it with an existing line for that car. */
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

/** The lines after adding more parts; null if there is no room for all of them. */
export const withAll = (lines: CartLine[], more: CartLine[]): CartLine[] | null =>
  more.reduce<CartLine[] | null>(
    (all, { part, quantity, vehicle }) => all && withMore(all, part, quantity, vehicle),
    lines,
  );

/** Restores a line at its position, unless its part has been added again since. */
export function withLineAt(lines: CartLine[], line: CartLine, position: number): CartLine[] {
  if (lines.some((other) => lineKey(other) === lineKey(line))) return lines;
  return [...lines.slice(0, position), line, ...lines.slice(position)].slice(0, MAX_LINES);
}

/** The lines left after ordering these: also pieces that another tab has added in the meantime. */
export const withoutOrdered = (lines: CartLine[], ordered: CartLine[]): CartLine[] =>
  lines.flatMap((line) => {
    const { quantity } = line;
    const pieces = ordered.find((other) => lineKey(other) === lineKey(line))?.quantity ?? 0;
    return quantity > pieces ? [{ ...line, quantity: quantity - pieces }] : [];
  });

const byKey = (lines: CartLine[]) => new Map(lines.map((line) => [lineKey(line), line]));

/**
 * Merges the local changes with the saved cart.
 * @param base the saved cart at the last sync: local differences from it win; if it is empty, the
 *   result is the union
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
