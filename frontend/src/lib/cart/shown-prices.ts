import { SHOWN_PRICES_KEY } from '../personal-storage';

/** Dollars per piece, by part. */
export type Prices = Partial<Record<string, number>>;

/**
 * What the parts of the cart cost when they were last shown, so that a change can be told. No sum is made
 * of them: what the cart costs is what the quote says.
 */
export function shownPrices(): Prices {
  try {
    const stored = Object(JSON.parse(localStorage.getItem(SHOWN_PRICES_KEY) ?? 'null')) as Prices;
    return Object.fromEntries(Object.entries(stored).filter(([, price]) => Number.isFinite(price)));
  } catch {
    return {};
  }
}

/** @param prices of all parts in the cart; those of others are forgotten */
export function rememberPrices(prices: Prices): void {
  try {
    localStorage.setItem(SHOWN_PRICES_KEY, JSON.stringify(prices));
  } catch {
    // A browser may refuse storage altogether; then no change of a price is told.
  }
}

/** Of a part that has just been added, where it was added. */
export function rememberPrice(part: string, price: number): void {
  rememberPrices({ ...shownPrices(), [part]: price });
}
