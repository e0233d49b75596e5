import { expect, it, vi } from 'vitest';
import { cartEdited } from '../lib/cart/cart-slice';
import { signedIn, signedOut } from '../lib/session/session-slice';
import { line, openCart, tokenOf } from '../testing/cart-shop';
import { marta } from '../testing/fixtures';
import { problem, serve } from '../testing/test-shop';
import { closeSession } from './session';

vi.mock('../lib/firebase/auth', () => ({ signOut: () => Promise.resolve() }));

it('brings what a guest chose together with what the shop keeps', async () => {
  const { sync, lines, shop, methods } = openCart([line(1, 5)], [line(1, 9), line(2, 3)]);
  await sync();
  expect(lines()).toEqual([line(1, 5), line(2, 3)]);
  expect(shop).toEqual({ lines: [line(1, 5), line(2, 3)], revision: 2 });
  expect(methods()).toBe('GET PUT');
});

it('counts the lines that signing in has brought, and no others', async () => {
  const { sync, store, shop, accessToken } = openCart([line(1)], [line(1), line(2), line(3)]);
  expect(await sync()).toBe(2);
  Object.assign(shop, { lines: [line(1), line(2), line(3), line(4)], revision: 8 });
  expect(await sync(true)).toBe(0);
  await store.dispatch(closeSession());
  store.dispatch(signedIn({ person: marta, accessToken }));
  expect(await sync()).toBe(4);
});

it('writes nothing where both are the same, or both are empty', async () => {
  const empty = openCart([], []);
  await empty.sync();
  expect(empty.methods()).toBe('GET');
  const same = openCart([line(1)], [line(1)]);
  await same.sync();
  expect(same.methods()).toBe('GET');
});

it('writes what is chosen later, without reading first', async () => {
  const { sync, choose, shop, methods } = openCart([], [line(1)]);
  await sync();
  choose([line(1, 4), line(2)]);
  await sync();
  choose([]);
  await sync();
  expect(methods()).toBe('GET PUT PUT');
  expect(shop).toEqual({ lines: [], revision: 3 });
});

it('reads, merges and writes again when another browser was faster', async () => {
  const { sync, choose, lines, shop, inBetween, methods } = openCart([], [line(1), line(2)]);
  await sync();
  choose([line(1, 7), line(2)]);
  inBetween(() => Object.assign(shop, { lines: [line(1), line(3)], revision: 2 }));
  await sync();
  expect(lines()).toEqual([line(1, 7), line(3)]);
  expect(shop.lines).toEqual([line(1, 7), line(3)]);
  expect(methods()).toBe('GET PUT GET PUT');
});

it('follows another browser, which has removed something', async () => {
  const { sync, lines, shop } = openCart([], [line(1), line(2)]);
  await sync();
  Object.assign(shop, { lines: [line(2)], revision: 2 });
  await sync(true);
  expect(lines()).toEqual([line(2)]);
});

it('keeps what is chosen while nothing can be reached, and writes it later', async () => {
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

it('changes nothing when the person has left before the answer came', async () => {
  const { sync, store, lines } = openCart([line(1)], [line(2)]);
  const synced = sync();
  store.dispatch(signedOut('expired'));
  await synced;
  expect(lines()).toEqual([line(1)]);
});

it('gives the next person nothing of the last one, whose session has expired', async () => {
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
