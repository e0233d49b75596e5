/**
 * Prices travel as dollars with at most two decimals. Sums are made in whole cents, because
 * 0.1 + 0.2 dollars is not 0.3 in floating point.
 */
const toCents = (dollars: number) => Math.round(dollars * 100);

/** Quantity × price per piece, in dollars. */
export function lineTotal(price: number, quantity: number): number {
  return (toCents(price) * quantity) / 100;
}

/** `$38`, `$3.40`: decimals only when there are cents. */
export function formatDollars(dollars: number): string {
  const cents = toCents(dollars);
  return `$${cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)}`;
}
