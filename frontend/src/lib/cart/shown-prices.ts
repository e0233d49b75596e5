import { SHOWN_PRICES_KEY } from '../personal-storage';

/** Dollars per piece, by part. */
export type Prices = Partial<Record<string, number>>;

/**
 * The prices at which the cart's parts were last shown, to detect changes. Not used for totals: the
 * cart's cost comes from the quote.
 */
export function shownPrices(): Prices {
  try {
    const stored = Object(JSON.parse(localStorage.getItem(SHOWN_PRICES_KEY) ?? 'null')) as Prices;
    return Object.fromEntries(Object.entries(stored).filter(([, price]) => Number.isFinite(price)));
  } catch {
    return {};
  }
}

/** @param prices of all parts in the cart; those of other parts are deleted */
export function rememberPrices(prices: Prices): void {
  try {
    localStorage.setItem(SHOWN_PRICES_KEY, JSON.stringify(prices));
  } catch {
    // A browser may refuse storage; then price changes are not shown.
  }
}

/** Saves the price of a part that has just been added, as shown there. */
export function rememberPrice(part: string, price: number): void {
  rememberPrices({ ...shownPrices(), [part]: price });
}
