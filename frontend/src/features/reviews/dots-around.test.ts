import { describe, expect, it } from 'vitest';
import { dotsAround } from './dots-around';

describe('dotsAround', () => {
  it('has a dot for each of a few', () => {
    expect(dotsAround(0, 1)).toEqual([0]);
    expect(dotsAround(2, 4)).toEqual([0, 1, 2, 3]);
  });

  it('keeps the current one in the middle of many', () => {
    expect(dotsAround(7, 20)).toEqual([5, 6, 7, 8, 9]);
  });

  it('stops at both ends', () => {
    expect(dotsAround(0, 20)).toEqual([0, 1, 2, 3, 4]);
    expect(dotsAround(1, 20)).toEqual([0, 1, 2, 3, 4]);
    expect(dotsAround(19, 20)).toEqual([15, 16, 17, 18, 19]);
  });
});
