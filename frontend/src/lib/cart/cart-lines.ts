import { lineKey, MAX_LINES, MAX_PIECES, type CartLine } from './cart-storage';

/**
 * What the lines come to be when more of a part is added; null when there is no room for another line.
 * @param vehicle the car it is for
 */
export function withMore(
  lines: CartLine[],
  part: string,
  pieces: number,
  vehicle?: string,
): CartLine[] | null {
  const added = { part, quantity: pieces, ...(vehicle !== undefined && { vehicle }) };
  const key = lineKey(added);
  const known = lines.find((line) => lineKey(line) === key);
  if (known) return withQuantity(lines, key, known.quantity + pieces);
  return lines.length < MAX_LINES ? [...lines, added] : null;
}

export const withQuantity = (lines: CartLine[], key: string, quantity: number): CartLine[] =>
  lines.map((line) =>
    lineKey(line) === key ? { ...line, quantity: Math.min(quantity, MAX_PIECES) } : line,
  );
