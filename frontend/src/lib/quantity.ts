import type { Stock } from './stock';
import { toasts } from './texts';

/** The number of pieces a quantity field means: left empty, it is the minimum. */
export function quantityOf(
  text: string,
  { minOrderQuantity }: Pick<Stock, 'minOrderQuantity'>,
): number {
  return text.trim() === '' ? minOrderQuantity : Number(text);
}

/** Why this many pieces cannot be ordered; null when they can. */
export function quantityRefusal(quantity: number, limits: Stock): string | null {
  if (quantity < limits.minOrderQuantity) return toasts.belowMinimum(limits.minOrderQuantity);
  if (quantity > limits.available) return toasts.outOfStock(limits.available);
  return null;
}

/** What a quantity field may hold. Empty means the minimum. */
export const WHOLE_NUMBER = /^\s*-?\d*\s*$/;
