import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { isSameCart, mergeCarts } from '../lib/cart/cart-changes';
import { cartFollowed, selectCartLines, type CartRoot } from '../lib/cart/cart-slice';
import { keepSavedCart, savedCart, type SavedCart } from '../lib/cart/saved-cart';
import { selectOwner, selectPerson, type SessionRoot } from '../lib/session/session-slice';
import { cartsApi } from './carts';
import { codeOf } from './problem';

type Root = SessionRoot & CartRoot;
type CartThunk<Outcome> = ThunkAction<Promise<Outcome>, Root, unknown, UnknownAction>;

/** As often another browser may be faster before this one waits for the next change. */
const MOST_TRIES = 4;

/** Whose cart has been read since this page was opened: until then, another browser may have changed it. */
let readFor: string | null = null;
let running: Promise<void> = Promise.resolve();

/**
 * Brings the cart here and the one that the shop keeps for the person together; one at a time.
 * @param afresh looks at what the shop keeps, even when nothing was changed here
 */
export function syncCart({ afresh = false } = {}): CartThunk<void> {
  return (dispatch) => {
    running = running.then(() => dispatch(bringTogether(afresh)));
    return running;
  };
}

function bringTogether(afresh: boolean): CartThunk<void> {
  return async (dispatch, getState) => {
    const owner = selectOwner(getState());
    if (owner === null) return;
    let known = savedCart();
    if (afresh || readFor !== owner || known?.owner !== owner) known = await dispatch(read(owner));
    for (let tries = 0; known !== null && tries < MOST_TRIES; tries += 1) {
      const lines = selectCartLines(getState());
      if (isSameCart(lines, known.lines)) return;
      const outcome = await dispatch(write(known, lines));
      if (outcome !== 'overtaken') return;
      known = await dispatch(read(owner));
    }
  };
}

/** The saved cart, put together with the one here; null when there is no answer, or another person by now. */
function read(owner: string): CartThunk<SavedCart | null> {
  return async (dispatch, getState) => {
    const email = selectPerson(getState())?.email;
    if (email === undefined) return null;
    const { data } = await dispatch(
      cartsApi.endpoints.getCart.initiate({ email }, { forceRefetch: true, subscribe: false }),
    );
    if (data === undefined || selectOwner(getState()) !== owner) return null;
    const lines = selectCartLines(getState());
    // What the last person at this browser had, and did not change since, is theirs alone.
    const merged = mergeCarts(savedCart()?.lines ?? [], lines, data.lines);
    const saved = { owner, revision: data.revision, lines: data.lines };
    keepSavedCart(saved);
    readFor = owner;
    if (!isSameCart(merged, lines)) dispatch(cartFollowed(merged));
    return saved;
  };
}

function write(known: SavedCart, lines: SavedCart['lines']): CartThunk<'done' | 'overtaken'> {
  return async (dispatch, getState) => {
    const { owner, revision } = known;
    const email = selectPerson(getState())?.email;
    if (email === undefined || selectOwner(getState()) !== owner) return 'done';
    const { data, error } = await dispatch(
      cartsApi.endpoints.saveCart.initiate(
        { email, cartRequest: { revision, lines } },
        { track: false },
      ),
    );
    if (data === undefined) return codeOf(error) === 'changed_meanwhile' ? 'overtaken' : 'done';
    if (selectOwner(getState()) === owner) {
      keepSavedCart({ owner, revision: data.revision, lines });
    }
    return 'done';
  };
}
