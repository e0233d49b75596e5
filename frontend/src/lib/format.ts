/**
 * Prices are sent as dollars with at most two decimals. Totals are calculated in whole cents,
 * because 0.1 + 0.2 dollars is not 0.3 in floating point.
 */
const toCents = (dollars: number) => Math.round(dollars * 100);

/** Quantity × price per piece, in dollars. */
export function lineTotal(price: number, quantity: number): number {
  return (toCents(price) * quantity) / 100;
}

/** In dollars, to the cent. */
export const sumOf = (dollars: number[]): number =>
  dollars.reduce((cents, each) => cents + toCents(each), 0) / 100;

/**
 * Not `Intl.NumberFormat`: creating one takes 28 ms on a slow machine, before the first screen is
 * shown.
 */
const grouped = (number: string) => number.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `12,345`: for counts. */
export const formatCount = (count: number): string => grouped(count.toFixed(0));

/** `$38`, `$3.40`, `$12,345.60`: decimals only if there are cents. The only format for amounts. */
export function formatDollars(dollars: number): string {
  const cents = toCents(dollars);
  return `$${grouped((cents / 100).toFixed(cents % 100 === 0 ? 0 : 2))}`;
}

/** `12`, or `1,000+` if not all were counted. */
export const countSoFar = (count: number, more: boolean) =>
  `${formatCount(count)}${more ? '+' : ''}`;

/** `1 order`, `2 orders`, `1,000+ orders`. */
export const countThings = (count: number, more: boolean, one: string, many: string) =>
  count === 1 && !more ? `1 ${one}` : `${countSoFar(count, more)} ${many}`;

/** `1 part`, `2 parts`. */
export const countParts = (count: number) => countThings(count, false, 'part', 'parts');
