/**
 * What local storage holds of a person beside the session. A file of its own, because signing out is in
 * the first load, and what writes these is not.
 */
export const PAYMENTS_KEY = 'paymentsUnderWay';
export const SAVED_CART_KEY = 'cartSaved';
export const MEMBER_GARAGE_KEY = 'memberGarage';
export const SHOWN_PRICES_KEY = 'cartPrices';
export const FIT_TICKS_KEY = 'fitTicks';
export const REVIEWED_KEY = 'reviewedOn';
/** In the tab's session storage. */
export const ORDER_LINKS_KEY = 'orderLinks';

/**
 * For a user who signs out: the next person at this browser finds nothing.
 * @returns the saved cart as it was, which tells what is still to be saved
 */
export function clearPersonalStorage(): string | null {
  try {
    const savedCart = localStorage.getItem(SAVED_CART_KEY);
    for (const key of [
      PAYMENTS_KEY,
      SAVED_CART_KEY,
      MEMBER_GARAGE_KEY,
      SHOWN_PRICES_KEY,
      FIT_TICKS_KEY,
      REVIEWED_KEY,
    ]) {
      localStorage.removeItem(key);
    }
    sessionStorage.removeItem(ORDER_LINKS_KEY);
    return savedCart;
  } catch {
    // A browser may refuse storage altogether; then there is nothing to clear.
    return null;
  }
}
