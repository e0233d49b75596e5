import { KEPT_PRICES } from '../forget-kept';

/** Dollars per piece, by part. */
export type Prices = Partial<Record<string, number>>;

/** What the parts of the cart cost when they were last shown, so that a change can be told. */
export function shownPrices(): Prices {
  try {
    const kept = Object(JSON.parse(localStorage.getItem(KEPT_PRICES) ?? 'null')) as Prices;
    return Object.fromEntries(Object.entries(kept).filter(([, price]) => Number.isFinite(price)));
  } catch {
    return {};
  }
}

/** @param prices of all parts in the cart; those of others are forgotten */
export function rememberPrices(prices: Prices): void {
  try {
    localStorage.setItem(KEPT_PRICES, JSON.stringify(prices));
  } catch {
    // A browser may refuse storage altogether; then no change of a price is told.
  }
}
