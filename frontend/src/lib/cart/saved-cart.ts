import { SAVED_CART_KEY } from '../personal-storage';
import { parseLines, type CartLine } from './cart-storage';

/** A member's saved cart at the last sync with this browser: differences from it were made here. */
export interface SavedCart {
  /** The owner. */
  owner: string;
  revision: number;
  lines: CartLine[];
}

/** For browsers that refuse storage; lasts as long as the page. */
let inMemory: SavedCart | null = null;

export function readSavedCart(): SavedCart | null {
  try {
    return parseSavedCart(localStorage.getItem(SAVED_CART_KEY));
  } catch {
    return inMemory;
  }
}

export function writeSavedCart(cart: SavedCart): void {
  inMemory = cart;
  try {
    localStorage.setItem(SAVED_CART_KEY, JSON.stringify(cart));
  } catch {
    // See above.
  }
}

/** @param text from storage; null or invalid text is no saved cart */
export function parseSavedCart(text: string | null): SavedCart | null {
  try {
    const { owner, revision, lines } = Object(JSON.parse(text ?? 'null')) as SavedCart;
    if (typeof owner !== 'string' || !Number.isSafeInteger(revision)) return null;
    return { owner, revision, lines: parseLines(JSON.stringify(lines)) };
  } catch {
    return null;
  }
}
