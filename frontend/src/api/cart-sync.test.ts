import { expect, it, vi } from 'vitest';
import { cartEdited } from '../lib/cart/cart-slice';
import type { CartLine } from '../lib/cart/cart-storage';
import { savedCart } from '../lib/cart/saved-cart';
import { signedIn, signedOut } from '../lib/session/session-slice';
import { idOf, marta } from '../testing/fixtures';
import { json, problem, serve, testStore } from '../testing/test-shop';
import { syncCart } from './cart-sync';
import { closeSession } from './session';

vi.mock('../lib/firebase/auth', () => ({ signOut: () => Promise.resolve() }));

const token = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`;
const line = (number: number, quantity = 1): CartLine => ({ part: idOf(number), quantity });

/** Somebody new each time: what is known of a person outlives a test, as it outlives a session. */
let people = 0;

/** A browser with these lines, and a shop that keeps those for whoever signs in. */
function open(here: CartLine[], saved: CartLine[], revision = saved.length > 0 ? 1 : 0) {
  const shop = { lines: saved, revision };
  /** Runs before the next PUT is answered: what another browser does in between. */
  let meanwhile: (() => void) | null = null;
  const calls = serve(({ method, path, body }) => {
    if (path !== `/carts/${encodeURIComponent(marta.email)}`) return json({});
    if (method === 'PUT') {
      meanwhile?.();
      meanwhile = null;
      const asked = JSON.parse(body) as typeof shop;
      if (asked.revision !== shop.revision) return problem(409, 'changed_meanwhile');
      Object.assign(shop, { lines: asked.lines, revision: shop.revision + 1 });
    }
    return json(shop);
  });
  localStorage.setItem('cart', JSON.stringify(here));
  const store = testStore();
  const accessToken = token(`person-${(people += 1)}`);
  store.dispatch(signedIn({ person: marta, accessToken }));
  return {
    shop,
    store,
    calls,
    sync: (afresh = false) => store.dispatch(syncCart({ afresh })),
    lines: () => store.getState().cart.lines,
    choose: (lines: CartLine[]) => store.dispatch(cartEdited(lines)),
    inBetween: (action: () => void) => (meanwhile = action),
    methods: () => calls.map(({ method }) => method).join(' '),
  };
}

it('brings what a guest chose together with what the shop keeps', async () => {
  const { sync, lines, shop, methods } = open([line(1, 5)], [line(1, 9), line(2, 3)]);
  await sync();
  expect(lines()).toEqual([line(1, 5), line(2, 3)]);
  expect(shop).toEqual({ lines: [line(1, 5), line(2, 3)], revision: 2 });
  expect(methods()).toBe('GET PUT');
});

it('writes nothing where both are the same, or both are empty', async () => {
  const empty = open([], []);
  await empty.sync();
  expect(empty.methods()).toBe('GET');
  const same = open([line(1)], [line(1)]);
  await same.sync();
  expect(same.methods()).toBe('GET');
});

it('writes what is chosen later, without reading first', async () => {
  const { sync, choose, shop, methods } = open([], [line(1)]);
  await sync();
  choose([line(1, 4), line(2)]);
  await sync();
  choose([]);
  await sync();
  expect(methods()).toBe('GET PUT PUT');
  expect(shop).toEqual({ lines: [], revision: 3 });
});

it('reads, merges and writes again when another browser was faster', async () => {
  const { sync, choose, lines, shop, inBetween, methods } = open([], [line(1), line(2)]);
  await sync();
  choose([line(1, 7), line(2)]);
  inBetween(() => Object.assign(shop, { lines: [line(1), line(3)], revision: 2 }));
  await sync();
  expect(lines()).toEqual([line(1, 7), line(3)]);
  expect(shop.lines).toEqual([line(1, 7), line(3)]);
  expect(methods()).toBe('GET PUT GET PUT');
});

it('follows another browser, which has removed something', async () => {
  const { sync, lines, shop } = open([], [line(1), line(2)]);
  await sync();
  Object.assign(shop, { lines: [line(2)], revision: 2 });
  await sync(true);
  expect(lines()).toEqual([line(2)]);
});

it('keeps what is chosen while nothing can be reached, and writes it later', async () => {
  const { sync, choose, lines, shop } = open([], [line(1)]);
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
  const { sync, store, lines } = open([line(1)], [line(2)]);
  const synced = sync();
  store.dispatch(signedOut('expired'));
  await synced;
  expect(lines()).toEqual([line(1)]);
});

it('leaves nothing of it in this browser at sign-out, and the saved one with the account', async () => {
  const { sync, store, lines, shop } = open([line(1)], []);
  await sync();
  localStorage.setItem('cartPrices', '{}');
  await store.dispatch(closeSession());
  expect(lines()).toEqual([]);
  expect(savedCart()).toBeNull();
  expect(localStorage.getItem('cartPrices')).toBeNull();
  expect(shop.lines).toEqual([line(1)]);
});

it('gives the next person nothing of the last one, whose session has expired', async () => {
  const { sync, store, lines, shop } = open([], [line(1), line(2)]);
  await sync();
  store.dispatch(signedOut('expired'));
  store.dispatch(cartEdited([...lines(), line(3)]));
  Object.assign(shop, { lines: [line(4)], revision: 8 });
  store.dispatch(signedIn({ person: marta, accessToken: token('somebody else') }));
  await sync();
  expect(lines()).toEqual([line(3), line(4)]);
  expect(shop.lines).toEqual([line(3), line(4)]);
});
