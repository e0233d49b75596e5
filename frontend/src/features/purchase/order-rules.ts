import type { Part } from '../../api/generated';
import { toasts } from '../../lib/texts';

type Limits = Pick<Part, 'minOrderQuantity' | 'available'>;

/** The number of pieces a quantity field means: left empty, it is the minimum. */
export function quantityOf(text: string, { minOrderQuantity }: Limits): number {
  return text.trim() === '' ? minOrderQuantity : Number(text);
}

/** Why this many pieces cannot be ordered; null when they can. */
export function quantityRefusal(quantity: number, limits: Limits): string | null {
  if (quantity < limits.minOrderQuantity) return toasts.belowMinimum(limits.minOrderQuantity);
  if (quantity > limits.available) return toasts.outOfStock(limits.available);
  return null;
}

/** A part with less stock than its minimum order cannot be ordered in any quantity. */
export function canBeOrdered({ minOrderQuantity, available }: Limits): boolean {
  return available >= minOrderQuantity;
}
