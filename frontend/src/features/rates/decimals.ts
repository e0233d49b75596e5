/**
 * Decimal text as integers of its smallest unit, digit by digit: in floating point, 1.005 times a
 * thousand is not 1005, and taxes are charged by these numbers.
 */

/** The syntax of a number. */
export const DECIMAL = /^\s*-?\d+(\.\d+)?\s*$/;

/** `5.75` with four decimals is 57500; null if the text is not a number, or has more decimals. */
export function scaled(text: string, decimals: number): number | null {
  const [, sign = '', whole = '', fraction = ''] =
    /^\s*(-?)(\d+)(?:\.(\d+?)0*)?\s*$/.exec(text) ?? [];
  const digits = fraction === '0' ? '' : fraction;
  if (whole === '' || digits.length > decimals) return null;
  const value = Number(whole + digits.padEnd(decimals, '0'));
  return sign === '' || value === 0 ? value : -value;
}

/** 57500 with four decimals is `5.75`. */
export function unscaled(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, at) : `${digits.slice(0, at)}.${fraction}`;
}

/** One million is 100 %. */
const PERCENT_DECIMALS = 4;
const KILOGRAM_DECIMALS = 3;
const CENT_DECIMALS = 2;

/** A share in millionths. */
export const percent = {
  decimals: PERCENT_DECIMALS,
  read: (text: string) => scaled(text, PERCENT_DECIMALS),
  write: (millionths: number) => unscaled(millionths, PERCENT_DECIMALS),
};

/** A weight in grams. */
export const kilograms = {
  decimals: KILOGRAM_DECIMALS,
  read: (text: string) => scaled(text, KILOGRAM_DECIMALS),
  write: (grams: number) => unscaled(grams, KILOGRAM_DECIMALS),
};

/** An amount in cents. */
export const dollars = {
  decimals: CENT_DECIMALS,
  read: (text: string) => scaled(text, CENT_DECIMALS),
  write: (cents: number) => unscaled(cents, CENT_DECIMALS),
};

/** A share of a dollar amount, rounded half up to a cent, as the server charges it. */
export function shareOf(amount: number, millionths: number): number {
  const cents = BigInt(Math.round(amount * 100));
  return Number((cents * BigInt(millionths) + 500_000n) / 1_000_000n) / 100;
}
