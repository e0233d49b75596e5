import { describe, expect, it, vi } from 'vitest';
import { cartRequestMaxItems, pieces } from '../../api/contract/generated-types';
import { idOf } from '../../testing/fixtures';
import { CART_KEY, MAX_LINES, MAX_PIECES, readCart, writeCart } from './cart-storage';

const part = idOf(1);
const kept = (text: string) => {
  localStorage.setItem(CART_KEY, text);
  return readCart();
};
const keptLines = (...lines: unknown[]) => kept(JSON.stringify(lines));

describe('the cart in the storage of the browser', () => {
  it('holds as much as the shop accepts', () => {
    expect(MAX_LINES).toBe(cartRequestMaxItems.lines);
    expect(MAX_PIECES).toBe(pieces.maximum);
  });

  it('round-trips, and is removed when it is empty', () => {
    const lines = [
      { part: idOf(2), quantity: 4 },
      { part, quantity: MAX_PIECES },
    ];
    writeCart(lines);
    expect(readCart()).toEqual(lines);
    writeCart([]);
    expect(localStorage).toHaveLength(0);
    expect(readCart()).toEqual([]);
  });

  it.each(['', 'no JSON', 'null', '1', '"cart"', '{}', '{"lines":[]}', '[', '[null,1,"x",[]]'])(
    'is empty for %j',
    (text) => {
      expect(kept(text)).toEqual([]);
    },
  );

  it.each([0, -1, 1.5, 2 ** 63, MAX_PIECES + 1, '5', 'many', null, undefined, true, [5]])(
    'drops a line of %j pieces',
    (quantity) => {
      const good = { part: idOf(2), quantity: 2 };
      expect(keptLines({ part, quantity }, good)).toEqual([good]);
    },
  );

  it.each([1, null, '', 'part-1', `${part}0`, '../../../../etc/passwd/../../../../x', {}])(
    'drops a line with the part id %j',
    (name) => {
      expect(keptLines({ part: name, quantity: 1 })).toEqual([]);
    },
  );

  it('has no more lines than the shop accepts, one for each part, with known fields only', () => {
    const many = Array.from({ length: 101 }, (_, number) => ({ part: idOf(number), quantity: 1 }));
    expect(keptLines(...many)).toEqual(many.slice(0, 100));
    expect(
      keptLines(
        { part, quantity: 1, price: 3 },
        { part, quantity: 2 },
        { part: idOf(2), quantity: 3 },
      ),
    ).toEqual([
      { part, quantity: 2 },
      { part: idOf(2), quantity: 3 },
    ]);
  });

  it('works when storage is blocked', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
    expect(readCart()).toEqual([]);
    writeCart([{ part, quantity: 1 }]);
    writeCart([]);
  });
});
