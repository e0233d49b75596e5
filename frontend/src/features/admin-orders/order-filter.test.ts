import { describe, expect, it } from 'vitest';
import type { Order } from '../../api/generated';
import { filterOrders } from './order-filter';

const order = (
  id: string,
  paid: boolean,
  status: Order['status'],
  product = 'Alternator',
): Order => ({
  _id: id,
  orderedId: 'part',
  product,
  totalPrice: 1,
  name: 'Marta Lindqvist',
  email: 'marta@northgarage.example',
  address: 'a',
  phone: 'p',
  paid,
  quantity: 1,
  status,
});
const orders = [
  order('1', true, 'pending'),
  order('2', false, 'pending', 'Oil filter'),
  order('3', true, 'shipped'),
  order('4', false, 'shipped'),
];
const ids = (view: string, words = '') => filterOrders(orders, view, words).map(({ _id }) => _id);

describe('the filter of all orders', () => {
  it('knows what is to ship, unpaid and shipped', () => {
    expect(ids('to-ship')).toEqual(['1']);
    expect(ids('unpaid')).toEqual(['2', '4']);
    expect(ids('shipped')).toEqual(['3', '4']);
  });

  it('shows all in a view it does not know', () => {
    expect(ids('')).toHaveLength(4);
    expect(ids('nonsense')).toHaveLength(4);
  });

  it('finds words in product, name and email', () => {
    expect(ids('all', ' OIL ')).toEqual(['2']);
    expect(ids('all', 'northgarage')).toHaveLength(4);
    expect(ids('to-ship', 'oil')).toEqual([]);
  });
});
