import { expect, it } from 'vitest';
import { isSoldOut } from './stock';

it('is sold out when less is left than may be ordered', () => {
  expect(isSoldOut({ available: 9, minOrderQuantity: 10 })).toBe(true);
  expect(isSoldOut({ available: 10, minOrderQuantity: 10 })).toBe(false);
});
