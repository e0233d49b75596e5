import { isVehicle } from '../vehicle/garage';

/** One part that is meant to be ordered. A cart has no prices: the shop is asked for them each time. */
export interface CartLine {
  part: string;
  /** In pieces. */
  quantity: number;
  /** The car it is for, `2018/honda/civic`; absent when it is for none in particular. */
  vehicle?: string;
}

/** A part stands once in a cart for each car. */
export const lineKey = ({ part, vehicle }: Pick<CartLine, 'part' | 'vehicle'>) =>
  vehicle === undefined ? part : `${part} ${vehicle}`;

export const CART_KEY = 'cart';

export const MAX_LINES = 100;
export const MAX_PIECES = 1_000_000_000;

function isLine(value: unknown): value is CartLine {
  const { part, quantity } = Object(value) as CartLine;
  // Of a part: 36 signs, as the shop names parts. One that it cannot read would spoil all the others.
  const isPart = typeof part === 'string' && /^[\w-]{36}$/.test(part);
  return isPart && Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_PIECES;
}

/** Whatever a text may hold, what comes out is a cart: everything else is left out, piece by piece. */
export function parseLines(text: string | null | undefined): CartLine[] {
  const lines = new Map<string, CartLine>();
  try {
    for (const line of JSON.parse(text ?? '[]') as unknown[]) {
      if (isLine(line) && lines.size < MAX_LINES) {
        const { part, quantity } = line;
        // A car that cannot be read is left out; the part is still meant to be ordered.
        const known = isVehicle(line.vehicle) ? { vehicle: line.vehicle } : {};
        lines.set(lineKey({ part, ...known }), { part, quantity, ...known });
      }
    }
  } catch {
    // See above.
  }
  return [...lines.values()];
}

// A browser may refuse storage altogether; the cart then lasts as long as the page.

/** As the storage has it: null when it has none, undefined when there is no storage. */
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
  // What came from another tab is there already. Writing it again would be news to that tab, and so on.
  if (text === storedCart()) return;
  try {
    if (text === null) localStorage.removeItem(CART_KEY);
    else localStorage.setItem(CART_KEY, text);
  } catch {
    // See above.
  }
}
