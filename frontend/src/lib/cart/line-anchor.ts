import { lineKey, type CartLine } from './cart-storage';

/** The place of a line on the page of the cart. */
export const lineAnchor = (line: Pick<CartLine, 'part' | 'vehicle'>) =>
  `line-${lineKey(line).replace(/[ /]/g, '-')}`;
