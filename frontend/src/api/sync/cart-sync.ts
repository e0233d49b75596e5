import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { isSameCart, mergeCarts } from '../../lib/cart/cart-changes';
import { cartFollowed, selectCartLines, type CartRoot } from '../../lib/cart/cart-slice';
import { lineKey, type CartLine } from '../../lib/cart/cart-storage';
import { readSavedCart, writeSavedCart, type SavedCart } from '../../lib/cart/saved-cart';
import { selectOwner, selectMember, type SessionRoot } from '../../lib/session/session-slice';
import { cartsApi } from '../carts';
import { codeOf } from '../contract/problem';

type Root = SessionRoot & CartRoot;
type CartThunk<Outcome> = ThunkAction<Promise<Outcome>, Root, unknown, UnknownAction>;

/** Conflicts with other browsers before this one waits for the next change. */
const MAX_TRIES = 4;

/**
 * The owner whose cart was read since the page was opened. Before that, another browser may have
 * changed it.
 */
let readFor: string | null = null;
let running: Promise<unknown> = Promise.resolve();

/**
 * Merges the local cart with the user's saved cart; one sync at a time.
 * @param fresh reads the saved cart even if nothing was changed locally
 * @returns how many lines the saved cart added because the user has signed in
 */
export function syncCart({ fresh = false } = {}): CartThunk<number> {
  return (dispatch) => {
    const turn = running.then(() => dispatch(syncNow(fresh)));
    running = turn;
    return turn;
  };
}

function syncNow(fresh: boolean): CartThunk<number> {
  return async (dispatch, getState) => {
    const owner = selectOwner(getState());
    if (owner === null) return 0;
    let known = readSavedCart();
    let broughtBack = 0;
    const isSignIn = known?.owner !== owner;
    if (fresh || isSignIn || readFor !== owner) {
      const answer = await dispatch(read(owner));
      known = answer?.saved ?? null;
      if (isSignIn && answer) broughtBack = answer.added;
    }
    for (let tries = 0; known !== null && tries < MAX_TRIES; tries += 1) {
      const lines = selectCartLines(getState());
      if (isSameCart(lines, known.lines)) break;
      const outcome = await dispatch(write(known, lines));
      if (outcome !== 'conflict') break;
      known = (await dispatch(read(owner)))?.saved ?? null;
    }
    return broughtBack;
  };
}

interface Answer {
  saved: SavedCart;
  /** How many lines the local cart did not have. */
  added: number;
}

/**
 * The saved cart merged with the local one; null without a response, or if the user has changed.
 */
function read(owner: string): CartThunk<Answer | null> {
  return async (dispatch, getState) => {
    const email = selectMember(getState())?.email;
    if (email === undefined) return null;
    const { data } = await dispatch(
      cartsApi.endpoints.getCart.initiate({ email }, { forceRefetch: true, subscribe: false }),
    );
    if (data === undefined || selectOwner(getState()) !== owner) return null;
    const lines = selectCartLines(getState());
    // The previous user's unchanged saved lines belong to that user only.
    const merged = mergeCarts(readSavedCart()?.lines ?? [], lines, data.lines);
    const saved = { owner, revision: data.revision, lines: data.lines };
    writeSavedCart(saved);
    readFor = owner;
    if (!isSameCart(merged, lines)) dispatch(cartFollowed(merged));
    const here = new Set(lines.map(lineKey));
    return { saved, added: merged.filter((line) => !here.has(lineKey(line))).length };
  };
}

function write(known: SavedCart, lines: CartLine[]): CartThunk<'done' | 'conflict'> {
  return async (dispatch, getState) => {
    const { owner, revision } = known;
    const email = selectMember(getState())?.email;
    if (email === undefined || selectOwner(getState()) !== owner) return 'done';
    const { data, error } = await dispatch(
      cartsApi.endpoints.saveCart.initiate(
        { email, cartRequest: { revision, lines } },
        { track: false },
      ),
    );
    if (data === undefined) return codeOf(error) === 'changed_meanwhile' ? 'conflict' : 'done';
    if (selectOwner(getState()) === owner) {
      writeSavedCart({ owner, revision: data.revision, lines });
    }
    return 'done';
  };
}
