import { describe, expect, it } from 'vitest';
import { kilograms, percent, shareOf } from './decimals';

describe('percentages', () => {
  it.each([
    ['5.75', 57_500],
    ['0', 0],
    ['0.0', 0],
    ['0.0001', 1],
    ['100', 1_000_000],
    ['100.0000', 1_000_000],
    ['8.8750', 88_750],
    [' 7 ', 70_000],
    ['007.25', 72_500],
    // Not exact in floating point: 1.1 × 10,000 is 11000.000000000002.
    ['1.1', 11_000],
    ['0.57', 5_700],
    ['4.35', 43_500],
    ['-1', -10_000],
    ['5.57500000', 55_750],
  ])('%j is %d millionths', (text, millionths) => {
    expect(percent.read(text)).toBe(millionths);
  });

  it.each(['', ' ', '5.', '.5', '5,75', '5.75 %', '1e2', 'five', '0.00001', '--1'])(
    '%j is not a rate',
    (text) => {
      expect(percent.read(text)).toBeNull();
    },
  );

  it('are written with no more decimals than needed', () => {
    const shown = [57_500, 0, 1, 1_000_000, 88_750, 130_000, 100];
    expect(shown.map(percent.write)).toEqual(['5.75', '0', '0.0001', '100', '8.875', '13', '0.01']);
  });

  it('round-trip exactly', () => {
    for (let millionths = 0; millionths <= 1_000_000; millionths += 37) {
      expect(percent.read(percent.write(millionths))).toBe(millionths);
    }
  });
});

it('grams are read from kilograms', () => {
  expect(['30', '0.001', '11.8', '1.0005'].map(kilograms.read)).toEqual([30_000, 1, 11_800, null]);
  expect([30_000, 1, 11_800].map(kilograms.write)).toEqual(['30', '0.001', '11.8']);
});

it('a share is rounded half up to a cent', () => {
  expect(shareOf(276, 72_500)).toBe(20.01);
  expect(shareOf(0.1, 50_000)).toBe(0.01);
  expect(shareOf(0.09, 50_000)).toBe(0);
  expect(shareOf(999_999_999.99, 1_000_000)).toBe(999_999_999.99);
});
