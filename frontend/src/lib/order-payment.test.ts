import { expect, it } from 'vitest';
import { wantsMoney } from './order-payment';

it.each([
  ['held', false, true],
  ['lapsed', false, true],
  ['paid', true, false],
  ['shipped', true, false],
  ['shipped', false, true],
  ['refunded', false, false],
])('an order that is %s, paid: %s, wants money: %s', (state, paid, wanted) => {
  expect(wantsMoney({ state, paid })).toBe(wanted);
});
