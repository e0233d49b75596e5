import { describe, expect, it } from 'vitest';
import { aPart } from '../testing/fixtures';
import { nearestPieces, quantityOf, quantityRefusal } from './quantity';

const part = aPart({ minOrderQuantity: 10, available: 7500 });

describe('the quantity', () => {
  it('is the minimum when left empty', () => {
    expect(quantityOf('', part)).toBe(10);
    expect(quantityOf('  ', part)).toBe(10);
    expect(quantityOf('12', part)).toBe(12);
  });

  it('is rejected below the minimum and above the stock', () => {
    expect(quantityRefusal(9, part)).toBe('Minimum order 10 pieces');
    expect(quantityRefusal(-1, part)).toBe('Minimum order 10 pieces');
    expect(quantityRefusal(10, part)).toBeNull();
    expect(quantityRefusal(7500, part)).toBeNull();
    expect(quantityRefusal(7501, part)).toBe(
      'Your ordered quantity is out of our range. we have only 7500 pcs.',
    );
  });

  it('must be whole packs', () => {
    const packs = aPart({ minOrderQuantity: 8, available: 30, pack: 4 });
    expect(quantityRefusal(12, packs)).toBeNull();
    expect(quantityRefusal(10, packs)).toBe('Sold in packs: order a multiple of 4 pieces');
    expect([10, 3, 29, 1000].map((pieces) => nearestPieces(pieces, packs))).toEqual([
      12, 8, 28, 28,
    ]);
  });
});
