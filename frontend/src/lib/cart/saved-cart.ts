import { KEPT_SAVED_CART } from '../forget-kept';
import { linesIn, type CartLine } from './cart-storage';

/** What the shop keeps for a member, as it was when it last met the cart of this browser. */
export interface SavedCart {
  /** Whose it is. */
  owner: string;
  revision: number;
  lines: CartLine[];
}

/** For browsers that refuse storage, and as long as the page. */
let unkept: SavedCart | null = null;

/** What differs from it was chosen here. */
export function savedCart(): SavedCart | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_SAVED_CART) ?? 'null') as SavedCart | null;
    if (typeof kept?.owner !== 'string' || !Number.isSafeInteger(kept.revision)) return null;
    const { owner, revision, lines } = kept;
    return { owner, revision, lines: linesIn(JSON.stringify(lines)) };
  } catch {
    return unkept;
  }
}

export function keepSavedCart(cart: SavedCart): void {
  unkept = cart;
  try {
    localStorage.setItem(KEPT_SAVED_CART, JSON.stringify(cart));
  } catch {
    // See above.
  }
}
