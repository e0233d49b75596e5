import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import {
  restored,
  restoreFailed,
  restoreStarted,
  signedIn,
  signedOut,
  type SessionRoot,
} from '../lib/session/session-slice';
import { exchangeIdToken } from './access-token';
import { emptyApi } from './empty-api';
import { ApiFailure } from './problem';

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
    // What was fetched for somebody else is nobody's business any more.
    dispatch(emptyApi.util.resetApiState());
    dispatch(
      signedIn({
        person: person ?? { name: exchange.email, email: exchange.email },
        accessToken: exchange.accessToken,
      }),
    );
  };
}

/** Finds out who a remembered access token belongs to. */
export function restoreSession(): SessionThunk {
  return async (dispatch) => {
    dispatch(restoreStarted());
    try {
      const identity = await import('../lib/firebase/auth');
      const person = await identity.currentPerson();
      dispatch(person ? restored(person) : signedOut());
    } catch {
      dispatch(restoreFailed());
    }
  };
}

/** Forgets the session here at once, whatever the provider has to say about it. */
export function closeSession(): SessionThunk {
  return async (dispatch) => {
    dispatch(signedOut());
    dispatch(emptyApi.util.resetApiState());
    try {
      const identity = await import('../lib/firebase/auth');
      await identity.signOut();
    } catch {
      // Without the access token the page treats the visitor as signed out all the same.
    }
  };
}
