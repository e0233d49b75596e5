import { plainCharacters } from './plain-characters';
import type { Stock } from './stock';
import { toasts } from './texts';

/** The number of pieces in a quantity field; empty means the minimum. */
export function quantityOf(
  text: string,
  { minOrderQuantity }: Pick<Stock, 'minOrderQuantity'>,
): number {
  const plain = plainCharacters(text);
  return plain.trim() === '' ? minOrderQuantity : Number(plain);
}

/** The number of pieces in a field; 0 if empty, NaN if it is not a whole number. */
export function piecesIn(typed: string | undefined = ''): number {
  const text = plainCharacters(typed).trim();
  return /^-?\d*$/.test(text) ? Number(text) : NaN;
}

/** Why this quantity cannot be ordered; null if it can. */
export function quantityRefusal(quantity: number, limits: Stock): string | null {
  if (quantity < limits.minOrderQuantity) return toasts.belowMinimum(limits.minOrderQuantity);
  if (quantity > limits.available) return toasts.outOfStock(limits.available);
  const { pack = 1 } = limits;
  return quantity % pack === 0 ? null : `Sold in packs: order a multiple of ${pack} pieces`;
}

/** The minimum and maximum that can be ordered in whole packs. */
export function wholePacks({ minOrderQuantity, available, pack = 1 }: Stock) {
  return {
    least: Math.ceil(minOrderQuantity / pack) * pack,
    most: Math.floor(available / pack) * pack,
  };
}

/** The nearest quantity that can be ordered. */
export function nearestPieces(quantity: number, limits: Stock): number {
  const { pack = 1 } = limits;
  const { least, most } = wholePacks(limits);
  return Math.max(Math.min(Math.round(quantity / pack) * pack, most), least);
}

/** Whether a quantity field is valid. Empty means the minimum. */
export const isWholeNumber = (text: string) => /^\s*-?\d*\s*$/.test(plainCharacters(text));
