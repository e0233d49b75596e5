/** Shared by the tests of the purchase page. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedAddress } from '../../../api/contract/generated-types';
import { anAddressBook, anOrder, aPart, aUser, marta } from '../../../testing/fixtures';
import { json, renderScreen, serve, type Call } from '../../../testing/test-shop';
import { PurchasePage } from './purchase-page';

/** When the reservation of the order's pieces expires. */
export const HELD_UNTIL = '2026-11-25T14:00:00Z';

/** A user who has neither ordered before nor filled in a profile. */
export const stranger = ({ path }: Call) =>
  path.startsWith('/orders/') ? json([]) : json(aUser());

/**
 * A shop with one part; `order` responds to orders, `known` to requests about the user, and `saved`
 * is their address book.
 */
export function open(
  order: (call: Call) => Response | Promise<Response>,
  part = () => aPart(),
  known: (call: Call) => Response | Promise<Response> = stranger,
  query = '',
  saved: SavedAddress[] = [],
) {
  const calls = serve((call) => {
    if (call.method === 'POST') return order(call);
    if (call.path.startsWith('/order/')) return json(anOrder({ heldUntil: HELD_UNTIL }));
    if (call.path.startsWith('/addresses/')) return json(anAddressBook(...saved));
    return call.path.startsWith('/parts/') ? json(part()) : known(call);
  });
  renderScreen(<PurchasePage />, {
    path: '/purchase/:id',
    at: `/purchase/part-1${query}`,
    person: marta,
  });
  return () => calls.filter(({ method }) => method === 'POST');
}

export const place = () => screen.getByRole('button', { name: 'PLACE ORDER' });

export async function fill(quantity = '') {
  await userEvent.type(await screen.findByLabelText('Address'), '12 Harbor Street');
  await userEvent.type(screen.getByLabelText('Phone'), '0207555');
  if (quantity !== '') await userEvent.type(screen.getByLabelText('Quantity'), quantity);
}
