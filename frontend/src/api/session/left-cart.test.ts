import { expect, it, vi } from 'vitest';
import { readSavedCart } from '../../lib/cart/saved-cart';
import { line, openCart } from '../../testing/cart-shop';
import { idOf } from '../../testing/fixtures';
import { json, serve } from '../../testing/test-shop';
import { closeSession } from './close-session';

vi.mock('../../lib/firebase/auth', () => ({ signOut: () => Promise.resolve() }));

it('saves the last changes before Sign Out ends the session', async () => {
  const { sync, choose, store, calls, lines, shop, accessToken } = openCart([], [line(1)]);
  await sync();
  calls.length = 0;
  choose([line(1), line(2)]);
  const closed = store.dispatch(closeSession());
  expect(store.getState().session.status).toBe('signed-out');
  expect(lines()).toEqual([]);
  await closed;
  expect(shop.lines).toEqual([line(1), line(2)]);
  expect(calls.map(({ method, path }) => `${method} ${path.split('/')[1]}`)).toEqual([
    'PUT carts',
    'DELETE sessions',
  ]);
  for (const { headers } of calls) {
    expect(headers.get('authorization')).toBe(`Bearer ${accessToken}`);
  }
  expect(JSON.stringify(store.getState())).not.toContain(accessToken);
});

it('also saves the removal of the last line', async () => {
  const { sync, choose, store, shop } = openCart([], [line(1)]);
  await sync();
  choose([]);
  await store.dispatch(closeSession());
  expect(shop.lines).toEqual([]);
});

it('does not undo the changes of another browser', async () => {
  const { sync, choose, store, shop, beforeNextPut, methods } = openCart([], [line(1), line(2)]);
  await sync();
  choose([line(1, 7), line(2)]);
  beforeNextPut(() => Object.assign(shop, { lines: [line(1), line(3)], revision: 2 }));
  await store.dispatch(closeSession());
  expect(shop.lines).toEqual([line(1, 7), line(3)]);
  expect(methods()).toBe('GET PUT GET PUT DELETE');
});

it('saves the guest’s lines when the saved cart has not been read yet', async () => {
  const { store, shop, methods } = openCart([line(1)], [line(2)]);
  await store.dispatch(closeSession());
  expect(shop.lines).toEqual([line(1), line(2)]);
  expect(methods()).toBe('GET PUT DELETE');
});

it('requests nothing when there is nothing to save', async () => {
  const same = openCart([line(1)], [line(1)]);
  await same.sync();
  await same.store.dispatch(closeSession());
  expect(same.methods()).toBe('GET DELETE');
  const empty = openCart([], []);
  await empty.store.dispatch(closeSession());
  expect(empty.methods()).toBe('DELETE');
});

it('clears this browser and leaves the saved cart with the account', async () => {
  const { sync, store, lines, shop } = openCart([line(1)], []);
  await sync();
  localStorage.setItem('cartPrices', JSON.stringify({ [idOf(1)]: 12 }));
  await store.dispatch(closeSession());
  expect(lines()).toEqual([]);
  expect(readSavedCart()).toBeNull();
  expect(localStorage.getItem('cartPrices')).toBeNull();
  expect(shop.lines).toEqual([line(1)]);
});

it('keeps the cart of a session that was ended elsewhere, and saves nothing', async () => {
  const { sync, choose, store, lines, methods } = openCart([], [line(1)]);
  await sync();
  choose([line(1), line(2)]);
  await store.dispatch(closeSession('expired'));
  expect(lines()).toEqual([line(1), line(2)]);
  expect(methods()).toBe('GET');
});

it('ends the session even if the cart cannot be saved in time', async () => {
  const { sync, choose, store } = openCart([], [line(1)]);
  await sync();
  choose([line(2)]);
  const calls = serve(({ method }) =>
    method === 'DELETE' ? json({}) : new Promise<Response>(() => undefined),
  );
  vi.useFakeTimers();
  const closed = store.dispatch(closeSession());
  await vi.waitFor(() => {
    expect(calls.map(({ method }) => method)).toEqual(['PUT']);
  });
  await vi.advanceTimersByTimeAsync(2_000);
  await closed;
  expect(calls.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
});
