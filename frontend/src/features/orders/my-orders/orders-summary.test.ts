import { expect, it } from 'vitest';
import { anOrder } from '../../../testing/fixtures';
import { ordersSummary } from './orders-summary';

const order = (paid: boolean) => anOrder({ paid });

it('says how many orders there are, and how many are to pay', () => {
  expect(ordersSummary(undefined, false)).toBe('');
  expect(ordersSummary([], false)).toBe('');
  expect(ordersSummary([order(true)], false)).toBe('1 order, 0 to pay');
  expect(ordersSummary([order(true), order(false)], false)).toBe('2 orders, 1 to pay');
});

it('leaves the numbers open while there are orders that were not counted', () => {
  expect(ordersSummary([order(false)], true)).toBe('1+ orders, 1+ to pay');
});
