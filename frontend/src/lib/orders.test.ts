import { expect, it } from 'vitest';
import type { Order } from '../api/contract/generated-types';
import { formatOrderCount, needsPayment, orderName } from './orders';

it('calls an order by its number, or by the end of its id', () => {
  expect(orderName({ _id: '01a20ce7-7cd6', number: 'AP-7KQD-M2XW' })).toBe('AP-7KQD-M2XW');
  expect(orderName({ _id: '01a20ce7-7cd6' })).toBe('7-7cd6');
});

it('shows an open-ended number when counting stopped early', () => {
  expect(formatOrderCount(0)).toBe('0');
  expect(formatOrderCount(9999)).toBe('9,999');
  expect(formatOrderCount(10_000)).toBe('10,000+');
});

it.each<[Order['state'], boolean, boolean]>([
  ['held', false, true],
  ['lapsed', false, true],
  ['paid', true, false],
  ['shipped', true, false],
  ['shipped', false, true],
  ['refunded', false, false],
])('an order that is %s, paid: %s, needs payment: %s', (state, paid, wanted) => {
  expect(needsPayment({ state, paid })).toBe(wanted);
});
