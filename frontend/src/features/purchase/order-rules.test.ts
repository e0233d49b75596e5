import { describe, expect, it } from 'vitest';
import { canBeOrdered, quantityOf, quantityRefusal } from './order-rules';
import { orderSchema } from './order-schema';

const part = { minOrderQuantity: 10, available: 7500 };

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

  it('cannot be right when stock is below the minimum', () => {
    expect(canBeOrdered(part)).toBe(true);
    expect(canBeOrdered({ minOrderQuantity: 10, available: 9 })).toBe(false);
  });
});

describe('the order form', () => {
  const order = { address: '12 Harbor Street', phone: '0171', quantity: '' };

  it('needs address and phone, and whole pieces', async () => {
    expect(await orderSchema.isValid(order)).toBe(true);
    expect(await orderSchema.isValid({ ...order, address: ' ' })).toBe(false);
    expect(await orderSchema.isValid({ ...order, phone: '' })).toBe(false);
    expect(await orderSchema.isValid({ ...order, quantity: '1.5' })).toBe(false);
    expect(await orderSchema.isValid({ ...order, quantity: '1e3' })).toBe(false);
  });
});
