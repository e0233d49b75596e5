import { describe, expect, it } from 'vitest';
import { aPart } from '../../../testing/fixtures';
import { limitsOf, orderSchema, refusalOnPage, shortage } from './order-rules';

const part = aPart({ minOrderQuantity: 10, available: 7500 });

describe('the quantity', () => {
  it('cannot be valid when stock is below the minimum', () => {
    expect(shortage(part)).toBeNull();
    expect(shortage({ ...part, available: 9 })).toMatch(/^Only 9 pcs\. are left/);
    expect(shortage({ ...part, available: 0 })).toBe('This part is sold out.');
  });

  it('is explained on the page with a valid suggestion', () => {
    expect(refusalOnPage(9, part)).toBe('At least 10: enter 10 to 7500.');
    expect(refusalOnPage(7501, part)).toBe('At most 7500 are left: enter 10 to 7500.');
  });

  it('must be whole packs', () => {
    const packs = aPart({ minOrderQuantity: 8, available: 30, pack: 4 });
    expect(limitsOf(packs)).toBe('8 to 30 pieces, in packs of 4');
    expect(refusalOnPage(10, packs)).toBe('Not whole packs: enter 8 to 28, in packs of 4.');
  });

  it('suggests no quantity when none is valid', () => {
    for (const quantity of [1, 10, 100]) {
      expect(refusalOnPage(quantity, { ...part, available: 0 })).toBe('This part is sold out.');
      expect(refusalOnPage(quantity, { ...part, available: 9 })).toMatch(/^Only 9 pcs\. are left/);
    }
  });
});

describe('the order form', () => {
  const order = { address: '12 Harbor Street', phone: '0171', quantity: '' };

  it('requires address and phone, and whole pieces', async () => {
    expect(await orderSchema.isValid(order)).toBe(true);
    expect(await orderSchema.isValid({ ...order, address: ' ' })).toBe(false);
    expect(await orderSchema.isValid({ ...order, address: '🔧'.repeat(300) })).toBe(true);
    expect(await orderSchema.isValid({ ...order, address: '🔧'.repeat(301) })).toBe(false);
    expect(await orderSchema.isValid({ ...order, phone: '' })).toBe(false);
    expect(await orderSchema.isValid({ ...order, quantity: '1.5' })).toBe(false);
    expect(await orderSchema.isValid({ ...order, quantity: '1e3' })).toBe(false);
  });

  it('accepts phone numbers in common formats', async () => {
    for (const phone of ['+44 (0)20 7946-0018', '112', '0049.30.123']) {
      expect(await orderSchema.isValid({ ...order, phone }), phone).toBe(true);
    }
    for (const phone of ['12', '1e5', 'call me on 123']) {
      expect(await orderSchema.isValid({ ...order, phone }), phone).toBe(false);
    }
  });
});
