import { describe, expect, it } from 'vitest';
import type { Order } from '../api/generated-types';
import { type OrderProgress, ordersIn, wantsMoney } from './orders';

const orders: (OrderProgress & { id: string })[] = [
  { id: '1', paid: true, status: 'pending' },
  { id: '2', paid: false, status: 'pending' },
  { id: '3', paid: true, status: 'shipped', dispute: 'open' },
  { id: '4', paid: false, status: 'shipped' },
  { id: '5', paid: false, status: 'pending', state: 'refunded' },
  { id: '6', paid: true, status: 'pending', dispute: 'lost' },
];
const ids = (view: string) => ordersIn(view, orders).map(({ id }) => id);

describe('the views of all orders', () => {
  it('knows what is to ship, unpaid, shipped and refunded', () => {
    expect(ids('to-ship')).toEqual(['1']);
    expect(ids('unpaid')).toEqual(['2', '4']);
    expect(ids('shipped')).toEqual(['3', '4']);
    expect(ids('refunded')).toEqual(['5']);
    expect(ids('disputed')).toEqual(['3']);
  });

  it('shows all in a view it does not know', () => {
    expect(ids('all')).toHaveLength(6);
    expect(ids('')).toHaveLength(6);
    expect(ids('nonsense')).toHaveLength(6);
  });
});

it.each<[Order['state'], boolean, boolean]>([
  ['held', false, true],
  ['lapsed', false, true],
  ['paid', true, false],
  ['shipped', true, false],
  ['shipped', false, true],
  ['refunded', false, false],
])('an order that is %s, paid: %s, wants money: %s', (state, paid, wanted) => {
  expect(wantsMoney({ state, paid })).toBe(wanted);
});
