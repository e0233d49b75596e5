import { describe, expect, it } from 'vitest';
import { anOrder } from '../../../testing/fixtures';
import { filterOrders } from './manage-orders-page';

const orders = [
  anOrder({ _id: 'k-1', paid: true }),
  anOrder({ _id: 'k-2', product: 'Oil filter' }),
  anOrder({ _id: 'k-3', paid: true }),
];
const ids = (view: string, words = '') => filterOrders(orders, view, words).map(({ _id }) => _id);

describe('the filter of all orders', () => {
  it('finds words in product, name, email and id', () => {
    expect(ids('all', ' OIL ')).toEqual(['k-2']);
    expect(ids('all', 'northgarage')).toHaveLength(3);
    expect(ids('all', 'lindqvist')).toHaveLength(3);
    expect(ids('all', 'k-3')).toEqual(['k-3']);
  });

  it('looks only in the view that is open', () => {
    expect(ids('to-ship')).toEqual(['k-1', 'k-3']);
    expect(ids('to-ship', 'oil')).toEqual([]);
  });
});
