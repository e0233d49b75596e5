import { describe, expect, it } from 'vitest';
import { aPart } from '../testing/fixtures';
import { quantityOf, quantityRefusal } from './quantity';

const part = aPart({ minOrderQuantity: 10, available: 7500 });

describe('the quantity', () => {
  it('is the minimum when left empty', () => {
    expect(quantityOf('', part)).toBe(10);
    expect(quantityOf('  ', part)).toBe(10);
    expect(quantityOf('12', part)).toBe(12);
  });

  it('is refused below the minimum and above the stock', () => {
    expect(quantityRefusal(9, part)).toBe('Minimum order 10 pieces');
    expect(quantityRefusal(-1, part)).toBe('Minimum order 10 pieces');
    expect(quantityRefusal(10, part)).toBeNull();
    expect(quantityRefusal(7500, part)).toBeNull();
    expect(quantityRefusal(7501, part)).toBe(
      'Your ordered quantity is out of our range. we have only 7500 pcs.',
    );
  });
});
