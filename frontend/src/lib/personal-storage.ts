/**
 * Personal data in local storage other than the session. A separate file, because signing out is in
 * the first bundle, and the code that writes these is not.
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
 * For a user who signs out: the next user of this browser finds nothing.
 * @returns the previous saved cart, to determine which changes are still unsaved
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
    // A browser may refuse storage; then there is nothing to clear.
    return null;
  }
}
