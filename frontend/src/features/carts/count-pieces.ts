import type { CartLine } from '../../lib/cart/cart-storage';
import { countThings } from '../../lib/format';

/** `1 piece`, `12 pieces`, of all lines together. */
export const countPieces = (lines: CartLine[]) =>
  countThings(
    lines.reduce((pieces, { quantity }) => pieces + quantity, 0),
    false,
    'piece',
    'pieces',
  );
