/**
 * Where `payments-under-way` keeps them. A file of its own, because signing out is in the first load, and
 * paying is not.
 */
export const KEPT_PAYMENTS = 'paymentsUnderWay';

/** For whoever signs out: the next person at this screen finds nothing. */
export function forgetAllPayments(): void {
  try {
    localStorage.removeItem(KEPT_PAYMENTS);
  } catch {
    // A browser may refuse storage altogether; then there is nothing to forget.
  }
}
