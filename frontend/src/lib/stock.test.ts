import { expect, it } from 'vitest';
import { aPart } from '../testing/fixtures';
import { isSoldOut } from './stock';

it('is sold out when stock is below the minimum order', () => {
  expect(isSoldOut(aPart({ available: 9, minOrderQuantity: 10 }))).toBe(true);
  expect(isSoldOut(aPart({ available: 10, minOrderQuantity: 10 }))).toBe(false);
});
