import { describe, expect, it } from 'vitest';
import type { Order } from '../../api/generated-types';
import { filterOrders } from './order-filter';

const order = (id: string, paid: boolean, product = 'Alternator'): Order => ({
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
  status: 'pending',
  state: paid ? 'paid' : 'held',
  placedAt: '2026-11-21T09:30:00Z',
});
const orders = [order('k-1', true), order('k-2', false, 'Oil filter'), order('k-3', true)];
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
