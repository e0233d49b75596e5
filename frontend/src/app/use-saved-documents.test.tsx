import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { cartEdited } from '../lib/cart/cart-slice';
import type { CartLine } from '../lib/cart/cart-storage';
import { signedIn } from '../lib/session/session-slice';
import { idOf, marta } from '../testing/fixtures';
import { type Call, json, renderScreen, serve } from '../testing/test-shop';
import { Link } from '../ui/controls/link';
import { useSavedDocuments } from './use-saved-documents';

const notify = vi.hoisted(() => ({ info: vi.fn() }));
vi.mock('../ui/messages/notify', () => ({ notify }));

function AnyScreen() {
  useSavedDocuments();
  return <Link to="/cart">Cart</Link>;
}

/** A new member for each test, because a user's data outlives a test, as it outlives a session. */
let members = 0;
const signIn = () =>
  signedIn({
    person: marta,
    accessToken: `head.${btoa(JSON.stringify({ sub: `m${(members += 1)}` }))}.signature`,
  });

/** A shop that answers calls about the cart; the member has no vehicles. */
function serveCarts(answer: (call: Call) => object) {
  const calls = serve((call) =>
    json(call.path.startsWith('/carts/') ? answer(call) : { revision: 0, vehicles: [] }),
  );
  return () => calls.filter(({ path }) => path.startsWith('/carts/'));
}

it('reads the saved cart at sign-in, and writes one change for several in a row', async () => {
  const calls = serveCarts(({ method, body }) =>
    method === 'PUT'
      ? { ...(JSON.parse(body) as object), revision: 2 }
      : { revision: 1, lines: [{ part: idOf(1), quantity: 10 }] },
  );
  const store = renderScreen(<AnyScreen />, { path: '*', at: '/' });
  act(() => {
    store.dispatch(cartEdited([]));
  });
  expect(calls()).toHaveLength(0);
  act(() => {
    store.dispatch(signIn());
  });
  await waitFor(() => {
    expect(store.getState().cart.lines).toEqual([{ part: idOf(1), quantity: 10 }]);
  });
  for (const quantity of [11, 12, 13]) {
    act(() => {
      store.dispatch(cartEdited([{ part: idOf(1), quantity }]));
    });
  }
  await waitFor(() => {
    expect(calls().map(({ method }) => method)).toEqual(['GET', 'PUT']);
  });
  expect(JSON.parse(calls()[1]?.body ?? '')).toEqual({
    revision: 1,
    lines: [{ part: idOf(1), quantity: 13 }],
  });
});

it.each([
  [1, '1 line from your saved cart is back'],
  [2, '2 lines from your saved cart are back'],
])('reports that signing in added %i lines, with a link to them', async (count, words) => {
  const lines = Array.from({ length: count }, (_, number) => ({ part: idOf(number), quantity: 1 }));
  serveCarts(() => ({ revision: 1, lines }));
  const store = renderScreen(<AnyScreen />, { path: '*', at: '/' });
  act(() => {
    store.dispatch(signIn());
  });
  await waitFor(() => {
    expect(notify.info).toHaveBeenCalledWith(words, { to: '/cart', label: 'View cart' });
  });
  expect(notify.info).toHaveBeenCalledTimes(1);
});

it('reloads the saved cart whenever the cart is opened, without a message', async () => {
  const shop = { revision: 0, lines: [] as CartLine[] };
  const calls = serveCarts(() => shop);
  const store = renderScreen(<AnyScreen />, { path: '*', at: '/' });
  act(() => {
    store.dispatch(signIn());
  });
  await waitFor(() => {
    expect(calls()).toHaveLength(1);
  });
  Object.assign(shop, { revision: 1, lines: [{ part: idOf(1), quantity: 1 }] });
  await userEvent.click(screen.getByRole('link', { name: 'Cart' }));
  await waitFor(() => {
    expect(store.getState().cart.lines).toEqual(shop.lines);
  });
  expect(notify.info).not.toHaveBeenCalled();
});
