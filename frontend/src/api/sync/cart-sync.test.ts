import { expect, it, vi } from 'vitest';
import { cartEdited } from '../../lib/cart/cart-slice';
import { signedIn, signedOut } from '../../lib/session/session-slice';
import { line, openCart, tokenOf } from '../../testing/cart-shop';
import { marta } from '../../testing/fixtures';
import { problem, serve } from '../../testing/test-shop';
import { closeSession } from '../session/close-session';

vi.mock('../../lib/firebase/auth', () => ({ signOut: () => Promise.resolve() }));

it('merges the guest’s cart with the saved cart', async () => {
  const { sync, lines, shop, methods } = openCart([line(1, 5)], [line(1, 9), line(2, 3)]);
  await sync();
  expect(lines()).toEqual([line(1, 5), line(2, 3)]);
  expect(shop).toEqual({ lines: [line(1, 5), line(2, 3)], revision: 2 });
  expect(methods()).toBe('GET PUT');
});

it('counts only the lines that signing in has added', async () => {
  const { sync, store, shop, accessToken } = openCart([line(1)], [line(1), line(2), line(3)]);
  expect(await sync()).toBe(2);
  Object.assign(shop, { lines: [line(1), line(2), line(3), line(4)], revision: 8 });
  expect(await sync(true)).toBe(0);
  await store.dispatch(closeSession());
  store.dispatch(signedIn({ person: marta, accessToken }));
  expect(await sync()).toBe(4);
});

it('writes nothing when both are equal or empty', async () => {
  const empty = openCart([], []);
  await empty.sync();
  expect(empty.methods()).toBe('GET');
  const same = openCart([line(1)], [line(1)]);
  await same.sync();
  expect(same.methods()).toBe('GET');
});

it('does not replace an unchanged cart, whose mirror would overwrite that of another tab', async () => {
  const { sync, lines } = openCart([line(1)], [line(1)]);
  const before = lines();
  await sync();
  await sync(true);
  expect(lines()).toBe(before);
});

it('writes later changes without reading first', async () => {
  const { sync, choose, shop, methods } = openCart([], [line(1)]);
  await sync();
  choose([line(1, 4), line(2)]);
  await sync();
  choose([]);
  await sync();
  expect(methods()).toBe('GET PUT PUT');
  expect(shop).toEqual({ lines: [], revision: 3 });
});

it('reads, merges and writes again on a conflict', async () => {
  const { sync, choose, lines, shop, beforeNextPut, methods } = openCart([], [line(1), line(2)]);
  await sync();
  choose([line(1, 7), line(2)]);
  beforeNextPut(() => Object.assign(shop, { lines: [line(1), line(3)], revision: 2 }));
  await sync();
  expect(lines()).toEqual([line(1, 7), line(3)]);
  expect(shop.lines).toEqual([line(1, 7), line(3)]);
  expect(methods()).toBe('GET PUT GET PUT');
});

it('applies a removal made in another browser', async () => {
  const { sync, lines, shop } = openCart([], [line(1), line(2)]);
  await sync();
  Object.assign(shop, { lines: [line(2)], revision: 2 });
  await sync(true);
  expect(lines()).toEqual([line(2)]);
});

it('keeps changes made offline and writes them later', async () => {
  const { sync, choose, lines, shop } = openCart([], [line(1)]);
  await sync();
  const reach = globalThis.fetch;
  serve(() => problem(503, 'unavailable'));
  choose([line(1), line(2)]);
  await sync();
  expect(lines()).toEqual([line(1), line(2)]);
  vi.stubGlobal('fetch', reach);
  await sync();
  expect(shop.lines).toEqual([line(1), line(2)]);
});

it('changes nothing when the user has signed out before the response', async () => {
  const { sync, store, lines } = openCart([line(1)], [line(2)]);
  const synced = sync();
  store.dispatch(signedOut('expired'));
  await synced;
  expect(lines()).toEqual([line(1)]);
});

it('does not show the next user the cart of an expired session', async () => {
  const { sync, store, lines, shop } = openCart([], [line(1), line(2)]);
  await sync();
  store.dispatch(signedOut('expired'));
  store.dispatch(cartEdited([...lines(), line(3)]));
  Object.assign(shop, { lines: [line(4)], revision: 8 });
  store.dispatch(signedIn({ person: marta, accessToken: tokenOf('another member') }));
  await sync();
  expect(lines()).toEqual([line(3), line(4)]);
  expect(shop.lines).toEqual([line(3), line(4)]);
});
