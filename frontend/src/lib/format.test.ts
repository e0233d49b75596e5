import { describe, expect, it } from 'vitest';
import { countSoFar, countThings, formatCount, formatDollars, lineTotal } from './format';

describe('lineTotal', () => {
  it('multiplies in whole cents', () => {
    expect(lineTotal(38, 10)).toBe(380);
    expect(lineTotal(0.1, 3)).toBe(0.3);
    expect(lineTotal(3.4, 48)).toBe(163.2);
    expect(lineTotal(1.15, 100)).toBe(115);
  });
});

describe('formatDollars', () => {
  it('shows cents only when there are any', () => {
    expect(formatDollars(38)).toBe('$38');
    expect(formatDollars(3.4)).toBe('$3.40');
    expect(formatDollars(432.5)).toBe('$432.50');
  });

  it('separates thousands', () => {
    expect(formatDollars(0)).toBe('$0');
    expect(formatDollars(999)).toBe('$999');
    expect(formatDollars(1000)).toBe('$1,000');
    expect(formatDollars(12345)).toBe('$12,345');
    expect(formatDollars(12345.6)).toBe('$12,345.60');
    expect(formatDollars(999_999_999_999.99)).toBe('$999,999,999,999.99');
  });

  it('hides floating-point errors', () => {
    expect(formatDollars(0.1 + 0.2)).toBe('$0.30');
  });
});

it('formatCount separates thousands', () => {
  expect(formatCount(0)).toBe('0');
  expect(formatCount(-1_234_567)).toBe('-1,234,567');
  expect(formatCount(7500)).toBe('7,500');
});

it('shows an open-ended count while there are more', () => {
  expect(countSoFar(1000, true)).toBe('1,000+');
  expect(countSoFar(1000, false)).toBe('1,000');
});

it('adds the noun to a count', () => {
  expect(countThings(0, false, 'order', 'orders')).toBe('0 orders');
  expect(countThings(1, false, 'order', 'orders')).toBe('1 order');
  expect(countThings(1, true, 'order', 'orders')).toBe('1+ orders');
  expect(countThings(1000, true, 'person', 'people')).toBe('1,000+ people');
});
