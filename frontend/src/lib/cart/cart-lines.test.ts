import { describe, expect, it } from 'vitest';
import { idOf } from '../../testing/fixtures';
import {
  isSameCart,
  mergeCarts,
  withAll,
  withLineAt,
  without,
  withoutOrdered,
} from './cart-changes';
import { withMore, withQuantity } from './cart-lines';
import { MAX_LINES, MAX_PIECES, type CartLine } from './cart-storage';

const line = (number: number, quantity = 1): CartLine => ({ part: idOf(number), quantity });
const full = Array.from({ length: MAX_LINES }, (_, number) => line(number));

describe('the lines of a cart', () => {
  it('gain a line, or more pieces of an existing part', () => {
    expect(withMore([line(1, 2)], idOf(2), 3)).toEqual([line(1, 2), line(2, 3)]);
    expect(withMore([line(1, 2), line(2)], idOf(1), 3)).toEqual([line(1, 5), line(2)]);
  });

  it('are limited to a hundred, with a maximum quantity', () => {
    expect(withMore(full, idOf(100), 1)).toBeNull();
    expect(withMore(full, idOf(7), 1)?.[7]).toEqual(line(7, 2));
    expect(withMore([line(1, MAX_PIECES)], idOf(1), 1)).toEqual([line(1, MAX_PIECES)]);
    expect(withQuantity([line(1)], idOf(1), 2 ** 60)).toEqual([line(1, MAX_PIECES)]);
  });

  it('gain several at once, or none if they do not all fit', () => {
    expect(withAll([line(1, 2)], [line(1), line(2, 4)])).toEqual([line(1, 3), line(2, 4)]);
    expect(withAll(full.slice(1), [line(100), line(101)])).toBeNull();
  });

  it('lose a line and restore it in place, unless it was added again', () => {
    const lines = [line(1), line(2), line(3)];
    const fewer = without(lines, idOf(2));
    expect(fewer).toEqual([line(1), line(3)]);
    expect(withLineAt(fewer, line(2), 1)).toEqual(lines);
    expect(withLineAt(lines, line(2, 9), 1)).toBe(lines);
    expect(withLineAt([], line(2), 5)).toEqual([line(2)]);
  });

  it('keep lines that were not ordered', () => {
    expect(withoutOrdered([line(1, 5), line(2, 5), line(3)], [line(1, 5), line(2, 3)])).toEqual([
      line(2, 2),
      line(3),
    ]);
  });

  it('are equal in any order', () => {
    expect(isSameCart([line(1), line(2)], [line(2), line(1)])).toBe(true);
    expect(isSameCart([line(1)], [line(1, 2)])).toBe(false);
    expect(isSameCart([line(1)], [line(1), line(2)])).toBe(false);
  });
});

describe('merging a cart with the saved one', () => {
  it('unites them the first time; local quantities win', () => {
    expect(mergeCarts([], [line(1, 2)], [line(1, 9), line(2, 3)])).toEqual([
      line(1, 2),
      line(2, 3),
    ]);
  });

  it('applies changes of another browser, and keeps local changes', () => {
    const base = [line(1), line(2), line(3), line(4)];
    const here = [line(1, 5), line(2), line(4), line(5)];
    const saved = [line(1, 7), line(2, 8), line(3), line(6)];
    // 1: both, so local wins; 2: saved; 3: removed locally; 4: removed in the saved cart; 5: added
    // locally; 6: added in the saved cart.
    expect(mergeCarts(base, here, saved)).toEqual([line(1, 5), line(2, 8), line(5), line(6)]);
  });

  it('ignores the previous user of this browser', () => {
    const theirs = [line(1), line(2)];
    expect(mergeCarts(theirs, [...theirs, line(3)], [line(4)])).toEqual([line(3), line(4)]);
  });

  it('never exceeds the shop’s limits', () => {
    const merged = mergeCarts([], full, [line(200)]);
    expect(merged).toEqual(full);
  });
});
