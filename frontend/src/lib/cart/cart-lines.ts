import { lineKey, MAX_LINES, MAX_PIECES, type CartLine } from './cart-storage';

/**
 * The lines after adding more of a part; null if there is no room for another line.
 * @param vehicle the part's car
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
