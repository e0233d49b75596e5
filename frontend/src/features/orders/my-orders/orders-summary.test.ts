import { expect, it } from 'vitest';
import { anOrder } from '../../../testing/fixtures';
import { ordersSummary } from './orders-summary';

const order = (paid: boolean) => anOrder({ paid });

it('counts all orders and the unpaid ones', () => {
  expect(ordersSummary(undefined, false)).toBe('');
  expect(ordersSummary([], false)).toBe('');
  expect(ordersSummary([order(true)], false)).toBe('1 order, 0 to pay');
  expect(ordersSummary([order(true), order(false)], false)).toBe('2 orders, 1 to pay');
});

it('shows open-ended counts while some orders are not counted', () => {
  expect(ordersSummary([order(false)], true)).toBe('1+ orders, 1+ to pay');
});
