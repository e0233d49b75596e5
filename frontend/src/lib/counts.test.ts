import { expect, it } from 'vitest';
import { countSoFar, countThings } from './counts';

it('leaves a number open while there are more', () => {
  expect(countSoFar(1000, true)).toBe('1,000+');
  expect(countSoFar(1000, false)).toBe('1,000');
});

it('counts things in words', () => {
  expect(countThings(0, false, 'order', 'orders')).toBe('0 orders');
  expect(countThings(1, false, 'order', 'orders')).toBe('1 order');
  expect(countThings(1, true, 'order', 'orders')).toBe('1+ orders');
  expect(countThings(1000, true, 'person', 'people')).toBe('1,000+ people');
});
