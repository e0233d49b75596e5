import type { CartLine } from '../../lib/cart/cart-storage';
import { Things } from '../../ui/data/exact';

/** `1 piece`, `12 pieces`, for all lines together. */
export function Pieces({ lines }: { lines: CartLine[] }) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return <Things of={pieces} one="piece" many="pieces" />;
}
