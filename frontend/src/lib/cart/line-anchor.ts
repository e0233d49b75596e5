import { lineKey, type CartLine } from './cart-storage';

/** The element id of a line on the cart page. */
export const lineAnchor = (line: Pick<CartLine, 'part' | 'vehicle'>) =>
  `line-${lineKey(line).replace(/[ /]/g, '-')}`;
