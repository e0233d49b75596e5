/** A browser with a cart, and a shop that stores one for the member who signs in. */
import { syncCart } from '../api/sync/cart-sync';
import { cartEdited } from '../lib/cart/cart-slice';
import type { CartLine } from '../lib/cart/cart-storage';
import { signedIn } from '../lib/session/session-slice';
import { idOf, marta } from './fixtures';
import { json, problem, serve, testStore } from './test-shop';

export const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`;
export const line = (number: number, quantity = 1): CartLine => ({ part: idOf(number), quantity });

/** A new member for each test, because a user's data outlives a test, as it outlives a session. */
let members = 0;

/** @param here the lines of the browser; those of the shop are `saved` */
export function openCart(here: CartLine[], saved: CartLine[]) {
  const shop = { lines: saved, revision: saved.length > 0 ? 1 : 0 };
  /** Runs before the next PUT is answered, to simulate another browser's change. */
  let beforePut: (() => void) | null = null;
  const calls = serve(({ method, path, body }) => {
    if (path !== `/carts/${encodeURIComponent(marta.email)}`) return json({});
    if (method === 'PUT') {
      beforePut?.();
      beforePut = null;
      const asked = JSON.parse(body) as typeof shop;
      if (asked.revision !== shop.revision) return problem(409, 'changed_meanwhile');
      Object.assign(shop, { lines: asked.lines, revision: shop.revision + 1 });
    }
    return json(shop);
  });
  localStorage.setItem('cart', JSON.stringify(here));
  const store = testStore();
  const accessToken = tokenOf(`member-${(members += 1)}`);
  store.dispatch(signedIn({ person: marta, accessToken }));
  return {
    shop,
    store,
    calls,
    accessToken,
    sync: (fresh = false) => store.dispatch(syncCart({ fresh })),
    lines: () => store.getState().cart.lines,
    choose: (lines: CartLine[]) => store.dispatch(cartEdited(lines)),
    beforeNextPut: (action: () => void) => (beforePut = action),
    methods: () => calls.map(({ method }) => method).join(' '),
  };
}
