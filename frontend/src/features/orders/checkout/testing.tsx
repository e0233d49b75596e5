/** Shared by the checkout tests. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type {
  AddressBookRequest,
  Order,
  QuoteRequest,
  SavedAddress,
} from '../../../api/contract/generated-types';
import { writeCart, type CartLine } from '../../../lib/cart/cart-storage';
import type { Person } from '../../../lib/session/session-slice';
import {
  anAddressBook,
  anOrder,
  aQuote,
  aQuotedLine,
  aUser,
  idOf,
  marta,
} from '../../../testing/fixtures';
import { json, renderScreen, serve, type Call } from '../../../testing/test-shop';
import { CheckoutPage } from './checkout-page';

export const CART: CartLine[] = [
  { part: idOf(1), quantity: 10 },
  { part: idOf(2), quantity: 4 },
];
export const alternators = aQuotedLine();
export const discs = aQuotedLine({
  part: idOf(2),
  title: 'Brake disc',
  unitPrice: 29.9,
  quantity: 4,
  minimumOrder: 4,
  available: 24,
});
export const good = aQuote(alternators, discs);

interface Opened {
  at?: string;
  orders?: Order[];
  /** Null for a visitor. */
  person?: Person | null;
  guest?: () => Response;
  /** The member's address book, and the shop's response to a new address. */
  saved?: SavedAddress[];
  book?: () => Response;
  keep?: (call: Call) => Response | Promise<Response>;
}

/**
 * A shop that responds to quotes with `quote` and to checkouts with `order`, and admits guests with
 * `guest`; the user has placed `orders` before.
 */
export function open(
  order: (call: Call) => Response | Promise<Response>,
  quote: (call: Call) => Response | Promise<Response> = () => json(good),
  {
    at = '/checkout',
    orders = [],
    person = marta,
    guest = () => json({ accessToken: 'token-g', token: 'kept-g' }, 201),
    saved = [],
    book = () => json(anAddressBook(...saved)),
    keep = () => json(anAddressBook()),
  }: Opened = {},
) {
  writeCart(CART);
  const calls = serve((call) => {
    if (call.path === '/quotes') return quote(call);
    if (call.path === '/checkouts') return order(call);
    if (call.path === '/guests') return guest();
    if (call.path.startsWith('/addresses/')) {
      return call.method === 'PUT' ? keep(call) : book();
    }
    if (call.path.startsWith('/order/')) return json(anOrder({ destination: DESTINATION }));
    return call.path.startsWith('/orders/') ? json(orders) : json(aUser());
  });
  const store = renderScreen(<CheckoutPage />, { path: '/checkout', at, person });
  const checkouts = () => calls.filter(({ path }) => path === '/checkouts');
  const quotes = () =>
    calls
      .filter(({ path }) => path === '/quotes')
      .map(({ body }) => JSON.parse(body) as QuoteRequest);
  const guests = () => calls.filter(({ path }) => path === '/guests');
  const kept = () =>
    calls
      .filter(({ method, path }) => method === 'PUT' && path.startsWith('/addresses/'))
      .map(({ body }) => JSON.parse(body) as AddressBookRequest);
  return { store, calls, checkouts, quotes, guests, kept };
}

export const place = () => screen.getByRole('button', { name: 'PLACE ORDER' });

export const DESTINATION = {
  recipient: 'Marta Lindqvist',
  line1: '12 Harbor Street',
  postalCode: '04101',
  city: 'Portland',
  region: 'ME',
  country: 'US' as const,
};

/** Fills in everything an order needs; resolves once the place is quoted. */
export async function fill() {
  await userEvent.type(await screen.findByLabelText('Street address'), '12 Harbor Street');
  await userEvent.type(screen.getByLabelText('City'), 'Portland');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'ME');
  await userEvent.type(screen.getByLabelText('Phone'), '0207555');
  await userEvent.type(screen.getByLabelText('Postal code'), '04101');
  await waitFor(() => {
    expect(sums()).toHaveAttribute('aria-busy', 'false');
  });
}

/** The amounts, row by row. */
export const sums = () => {
  const [total] = screen.getAllByText('Total');
  return total?.closest('.sums') ?? null;
};
export const rows = () =>
  Array.from(sums()?.querySelectorAll('.amounts > div') ?? [], (row) => row.textContent);
