import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { isSameCart, mergeCarts } from '../../lib/cart/cart-changes';
import { cartFollowed, selectCartLines, type CartRoot } from '../../lib/cart/cart-slice';
import { lineKey, type CartLine } from '../../lib/cart/cart-storage';
import { readSavedCart, writeSavedCart } from '../../lib/cart/saved-cart';
import type { SessionRoot } from '../../lib/session/session-slice';
import { cartsApi } from '../carts';
import { documentSync } from './document-sync';

type Root = SessionRoot & CartRoot;

const sync = documentSync<CartLine[], Root>({
  read: async (dispatch, email) => {
    const { data } = await dispatch(
      cartsApi.endpoints.getCart.initiate({ email }, { forceRefetch: true, subscribe: false }),
    );
    return data && { revision: data.revision, content: data.lines };
  },
  write: (dispatch, email, { revision, content: lines }) =>
    dispatch(
      cartsApi.endpoints.saveCart.initiate(
        { email, cartRequest: { revision, lines } },
        { track: false },
      ),
    ),
  select: selectCartLines,
  followed: cartFollowed,
  readKnown: () => {
    const saved = readSavedCart();
    return saved && { owner: saved.owner, revision: saved.revision, content: saved.lines };
  },
  writeKnown: ({ owner, revision, content: lines }) => {
    writeSavedCart({ owner, revision, lines });
  },
  // With this base, lines that a previous user left unchanged do not get into this user's cart.
  changesFor: (_, here) => ({ base: readSavedCart()?.lines ?? [], here }),
  merge: mergeCarts,
  isSame: isSameCart,
});

/**
 * Merges the local cart with the user's saved cart.
 * @param options.fresh reads the saved cart even if nothing was changed locally
 * @returns how many lines a sign-in added from the saved cart
 */
export function syncCart(options?: {
  fresh?: boolean;
}): ThunkAction<Promise<number>, Root, unknown, UnknownAction> {
  return async (dispatch) => {
    const { before = [], after = [] } = (await dispatch(sync(options))) ?? {};
    const here = new Set(before.map(lineKey));
    return after.filter((line) => !here.has(lineKey(line))).length;
  };
}
