/** What the tests of the purchase page share. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { json, marta, renderScreen, serve, type Call } from '../../api/testing';
import { PurchasePage } from './purchase-page';

export const alternator = {
  _id: 'part-1',
  title: 'Alternator',
  desc: '120 A',
  img: '/catalogue/alternator.svg',
  minOrderQuantity: 10,
  available: 7500,
  price: 38.5,
};

/** Somebody who has neither ordered before nor filled in a profile. */
export const stranger = ({ path }: Call) =>
  path.startsWith('/orders/') ? json([]) : json({ _id: 'u', user: marta.email });

/** A shop with one part; `order` answers the orders, `known` says what it knows of the person. */
export function open(order: (call: Call) => Response, part = () => alternator, known = stranger) {
  const calls = serve((call) => {
    if (call.method === 'POST') return order(call);
    return call.path.startsWith('/parts/') ? json(part()) : known(call);
  });
  renderScreen(<PurchasePage />, { path: '/purchase/:id', at: '/purchase/part-1', person: marta });
  return () => calls.filter(({ method }) => method === 'POST');
}

export const place = () => screen.getByRole('button', { name: 'PLACE ORDER' });

export async function fill(quantity = '') {
  await userEvent.type(await screen.findByLabelText('Address'), '12 Harbor Street');
  await userEvent.type(screen.getByLabelText('Phone'), '0207555');
  if (quantity !== '') await userEvent.type(screen.getByLabelText('Quantity'), quantity);
}
