import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { dropAllDrafts } from '../lib/drafts';
import {
  restored,
  restoreFailed,
  selectSession,
  signedIn,
  signedOut,
  type Ending,
  type SessionRoot,
} from '../lib/session/session-slice';
import { exchangeIdToken } from './access-token';
import { ApiFailure } from './problem';

/** How long a remembered visitor waits in silence before being told. */
const PATIENCE_MS = 15_000;

type SessionThunk = ThunkAction<Promise<void>, SessionRoot, unknown, UnknownAction>;

/**
 * Turns a finished sign-in at the identity provider into a session of the shop. Fails with an
 * ApiFailure and may be called again: nothing is half open.
 * @param fresh the account was just changed, so the ID token at hand is out of date
 */
export function openSession({ fresh = false } = {}): SessionThunk {
  return async (dispatch) => {
    const exchange = await exchangeIdToken(fresh);
    if ('error' in exchange) throw new ApiFailure(exchange.error);
    const identity = await import('../lib/firebase/auth');
    const person = await identity.currentPerson();
    dispatch(
      signedIn({
        person: person ?? { name: exchange.email, email: exchange.email },
        accessToken: exchange.accessToken,
      }),
    );
  };
}

/** Finds out who a remembered access token belongs to. An answer that comes late still counts. */
export function restoreSession(): SessionThunk {
  return async (dispatch, getState) => {
    const timer = setTimeout(() => dispatch(restoreFailed()), PATIENCE_MS);
    try {
      const identity = await import('../lib/firebase/auth');
      const { fromOtherTab = false } = selectSession(getState());
      const person = await (fromOtherTab ? identity.personOfOtherTab() : identity.currentPerson());
      dispatch(person ? restored(person) : signedOut('expired'));
    } catch {
      dispatch(restoreFailed());
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Forgets the session here at once, whatever the provider has to say about it.
 * @param ending why, when it was not the person's wish; their drafts are kept then
 */
export function closeSession(ending?: Ending): SessionThunk {
  return async (dispatch) => {
    if (ending === undefined) dropAllDrafts();
    dispatch(signedOut(ending));
    try {
      const identity = await import('../lib/firebase/auth');
      await identity.signOut();
    } catch {
      // Without the access token the page treats the visitor as signed out all the same.
    }
  };
}
