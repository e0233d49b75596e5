import { isVehicle } from '../vehicle/garage';

/** One part in the cart. A cart has no prices: they are requested from the shop each time. */
export interface CartLine {
  part: string;
  /** In pieces. */
  quantity: number;
  /** The line's car, `2018/honda/civic`; undefined for no particular car. */
  vehicle?: string;
}

/** A part has one line per car. */
export const lineKey = ({ part, vehicle }: Pick<CartLine, 'part' | 'vehicle'>) =>
  vehicle === undefined ? part : `${part} ${vehicle}`;

export const CART_KEY = 'cart';

export const MAX_LINES = 100;
export const MAX_PIECES = 1_000_000_000;

function isLine(value: unknown): value is CartLine {
  const { part, quantity } = Object(value) as CartLine;
  // A part id has 36 characters. An invalid one would make the request for all the others fail.
  const isPart = typeof part === 'string' && /^[\w-]{36}$/.test(part);
  return isPart && Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_PIECES;
}

/** Parses any text into a valid cart; invalid values are dropped one by one. */
export function parseLines(text: string | null | undefined): CartLine[] {
  const lines = new Map<string, CartLine>();
  try {
    for (const line of JSON.parse(text ?? '[]') as unknown[]) {
      if (isLine(line) && lines.size < MAX_LINES) {
        const { part, quantity } = line;
        // An invalid car is dropped; the part stays in the cart.
        const known = isVehicle(line.vehicle) ? { vehicle: line.vehicle } : {};
        lines.set(lineKey({ part, ...known }), { part, quantity, ...known });
      }
    }
  } catch {
    // See above.
  }
  return [...lines.values()];
}

// A browser may refuse storage; the cart then lasts as long as the page.

/** The stored text; null if there is none, undefined without storage. */
export function storedCart(): string | null | undefined {
  try {
    return localStorage.getItem(CART_KEY);
  } catch {
    return undefined;
  }
}

export const readCart = () => parseLines(storedCart());

export function writeCart(lines: CartLine[]): void {
  const text = lines.length > 0 ? JSON.stringify(lines) : null;
  // A change from another tab is already stored. Writing it again would notify that tab, in an
  // endless loop.
  if (text === storedCart()) return;
  try {
    if (text === null) localStorage.removeItem(CART_KEY);
    else localStorage.setItem(CART_KEY, text);
  } catch {
    // See above.
  }
}
