/** What is done to carts beside adding a part, which is in `cart-lines.ts` because home loads it. */
import { withMore } from './cart-lines';
import { MAX_LINES, type CartLine } from './cart-storage';

export const without = (lines: CartLine[], part: string): CartLine[] =>
  lines.filter((line) => line.part !== part);

/** What the lines come to be when more parts are added; null when there is no room for all of them. */
export const withAll = (lines: CartLine[], more: CartLine[]): CartLine[] | null =>
  more.reduce<CartLine[] | null>(
    (all, { part, quantity }) => all && withMore(all, part, quantity),
    lines,
  );

/** Puts a line back where it stood, unless its part has been added again since. */
export function withLineAt(lines: CartLine[], line: CartLine, position: number): CartLine[] {
  if (lines.some(({ part }) => part === line.part)) return lines;
  return [...lines.slice(0, position), line, ...lines.slice(position)].slice(0, MAX_LINES);
}

/** What is left when these were ordered: also pieces that another tab has added meanwhile. */
export const withoutOrdered = (lines: CartLine[], ordered: CartLine[]): CartLine[] =>
  lines.flatMap(({ part, quantity }) => {
    const pieces = ordered.find((line) => line.part === part)?.quantity ?? 0;
    return quantity > pieces ? [{ part, quantity: quantity - pieces }] : [];
  });

const quantitiesOf = (lines: CartLine[]) =>
  new Map(lines.map(({ part, quantity }) => [part, quantity]));

/**
 * Puts what was chosen here together with what the shop keeps by now.
 * @param base what the shop kept when both were last the same: what differs from it was chosen here, and
 *   wins; with nothing known the outcome is the union
 */
export function mergeCarts(base: CartLine[], here: CartLine[], saved: CartLine[]): CartLine[] {
  const [before, mine, theirs] = [base, here, saved].map(quantitiesOf) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  const merged = [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((part) => {
    const changedHere = mine.get(part) !== before.get(part);
    const quantity = (changedHere ? mine : theirs).get(part);
    return quantity === undefined ? [] : [{ part, quantity }];
  });
  return merged.slice(0, MAX_LINES);
}

export function isSameCart(one: CartLine[], other: CartLine[]): boolean {
  const quantities = quantitiesOf(other);
  return (
    one.length === other.length &&
    one.every(({ part, quantity }) => quantities.get(part) === quantity)
  );
}
