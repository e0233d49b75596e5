/**
 * What local storage keeps of a person beside the session. A file of its own, because signing out is in
 * the first load, and what keeps these is not.
 */
export const KEPT_PAYMENTS = 'paymentsUnderWay';
export const KEPT_SAVED_CART = 'cartSaved';
export const KEPT_PRICES = 'cartPrices';

/** For whoever signs out: the next person at this screen finds nothing. */
export function forgetAllKept(): void {
  try {
    for (const key of [KEPT_PAYMENTS, KEPT_SAVED_CART, KEPT_PRICES]) localStorage.removeItem(key);
  } catch {
    // A browser may refuse storage altogether; then there is nothing to forget.
  }
}
