import { describe, expect, it } from 'vitest';
import { idOf } from '../../testing/fixtures';
import { isSameCart, mergeCarts, withVehicle, without, withoutOrdered } from './cart-changes';
import { withMore, withQuantity } from './cart-lines';
import { CART_KEY, lineKey, MAX_LINES, readCart, writeCart, type CartLine } from './cart-storage';
import { lineAnchor } from './line-anchor';

const CIVIC = '2018/honda/civic/2.0l-l4-gas';
const GOLF = '2015/volkswagen/golf';

const forCar = (number: number, vehicle: string, quantity = 1): CartLine => ({
  part: idOf(number),
  quantity,
  vehicle,
});
const line = (number: number, quantity = 1): CartLine => ({ part: idOf(number), quantity });

describe('lines for cars', () => {
  it('are unique for each part and car', () => {
    const one = withMore([], idOf(1), 2, CIVIC) ?? [];
    const two = withMore(one, idOf(1), 3, GOLF) ?? [];
    expect(two).toEqual([forCar(1, CIVIC, 2), forCar(1, GOLF, 3)]);
    expect(withMore(two, idOf(1), 4, GOLF)).toEqual([forCar(1, CIVIC, 2), forCar(1, GOLF, 7)]);
    expect(withMore(two, idOf(1), 1)).toEqual([...two, line(1)]);
  });

  it('are counted, removed and ordered separately', () => {
    const lines = [forCar(1, CIVIC, 5), forCar(1, GOLF, 5), line(1, 5)];
    const golf = lineKey(forCar(1, GOLF));
    expect(withQuantity(lines, golf, 8)).toEqual([lines[0], forCar(1, GOLF, 8), lines[2]]);
    expect(without(lines, golf)).toEqual([lines[0], lines[2]]);
    expect(without(lines, idOf(1))).toEqual([lines[0], lines[1]]);
    expect(withoutOrdered(lines, [forCar(1, CIVIC, 5), forCar(1, GOLF, 3)])).toEqual([
      forCar(1, GOLF, 2),
      line(1, 5),
    ]);
  });

  it('can switch cars, in place or merged with that car’s line', () => {
    const lines = [line(2), forCar(1, CIVIC, 2), forCar(1, GOLF, 3), line(3)];
    const civic = lineKey(forCar(1, CIVIC));
    expect(withVehicle(lines, civic)).toEqual([line(2), line(1, 2), forCar(1, GOLF, 3), line(3)]);
    expect(withVehicle(lines, civic, GOLF)).toEqual([line(2), forCar(1, GOLF, 5), line(3)]);
    expect(withVehicle(lines, civic, CIVIC)).toBe(lines);
    expect(withVehicle(lines, 'gone', GOLF)).toBe(lines);
  });

  it('can switch cars even in a full cart', () => {
    const full = Array.from({ length: MAX_LINES }, (_, number) => forCar(number, CIVIC));
    const changed = withVehicle(full, lineKey(forCar(7, CIVIC)), GOLF);
    expect(changed).toHaveLength(MAX_LINES);
    expect(changed[7]).toEqual(forCar(7, GOLF));
  });

  it('make two carts differ', () => {
    expect(isSameCart([line(1)], [forCar(1, CIVIC)])).toBe(false);
    expect(isSameCart([forCar(1, CIVIC), line(1)], [line(1), forCar(1, CIVIC)])).toBe(true);
  });

  it('have their own places on the page', () => {
    const places = [line(1), forCar(1, CIVIC), forCar(1, GOLF)].map(lineAnchor);
    expect(new Set(places).size).toBe(3);
    places.forEach((place) => {
      expect(place).not.toMatch(/[\s/]/);
    });
  });

  it('are merged by part and car at sign-in', () => {
    const merged = mergeCarts(
      [],
      [forCar(1, CIVIC, 2), line(1)],
      [forCar(1, CIVIC, 9), forCar(1, GOLF, 4)],
    );
    expect(merged).toEqual([forCar(1, CIVIC, 2), line(1), forCar(1, GOLF, 4)]);
  });
});

describe('lines for cars in the storage of the browser', () => {
  const kept = (...lines: unknown[]) => {
    localStorage.setItem(CART_KEY, JSON.stringify(lines));
    return readCart();
  };

  it('round-trip, together with old lines without cars', () => {
    const lines = [line(1, 2), forCar(1, CIVIC, 3), forCar(1, GOLF)];
    writeCart(lines);
    expect(readCart()).toEqual(lines);
  });

  it.each([null, 1, '', 'civic', '2018/honda', '../../etc/passwd', '0/honda/civic', {}, ['x']])(
    'drop the car %j and keep the part',
    (vehicle) => {
      expect(kept({ part: idOf(1), quantity: 2, vehicle })).toStrictEqual([line(1, 2)]);
    },
  );
});
