import { MAX_LINES, MAX_PIECES, type CartLine } from './cart-storage';

/** What the lines come to be when more of a part is added; null when there is no room for another line. */
export function withMore(lines: CartLine[], part: string, pieces: number): CartLine[] | null {
  const known = lines.find((line) => line.part === part);
  if (known) return withQuantity(lines, part, known.quantity + pieces);
  return lines.length < MAX_LINES ? [...lines, { part, quantity: pieces }] : null;
}

export const withQuantity = (lines: CartLine[], part: string, quantity: number): CartLine[] =>
  lines.map((line) =>
    line.part === part ? { part, quantity: Math.min(quantity, MAX_PIECES) } : line,
  );
