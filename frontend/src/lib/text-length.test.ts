import { expect, it } from 'vitest';
import { isWithin, lengthOf } from './text-length';

it('counts whole characters, without space around the text', () => {
  expect(lengthOf('')).toBe(0);
  expect(lengthOf(' \n ')).toBe(0);
  expect(lengthOf(' Öl filter ')).toBe(9);
  expect(lengthOf('🔧🔧')).toBe(2);
});

it('knows what fits', () => {
  expect(isWithin(2)('🔧🔧')).toBe(true);
  expect(isWithin(2)('🔧🔧🔧')).toBe(false);
  expect(isWithin(2)(undefined)).toBe(true);
});
