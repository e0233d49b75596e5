import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { dropAllDrafts } from '../lib/drafts';
import { forgetAllPayments } from '../lib/forget-payments';
import {
  restored,
  restoreFailed,
  selectSession,
  signedIn,
  signedOut,
  type Ending,
  type Person,
  type SessionRoot,
} from '../lib/session/session-slice';
import { isSomebodyElses } from '../lib/session/tokens';
import { exchangeIdToken } from './access-token';
import { ApiFailure } from './problem';

/** How long a remembered visitor waits in silence before being told. */
const RESTORE_TIMEOUT_MS = 15_000;

type SessionThunk = ThunkAction<Promise<void>, SessionRoot, unknown, UnknownAction>;

/**
 * Turns a finished sign-in at the identity provider into a session of the shop. Fails with an
 * ApiFailure and may be called again: nothing is half open.
 * @param fresh the account was just changed, so the ID token at hand is out of date
 */
export function openSession({ fresh = false } = {}): SessionThunk {
  return async (dispatch) => {
    const exchange = await exchangeIdToken(dispatch, fresh);
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

/** How often another tab's sign-in is looked for, and how long. The provider's client looks itself
 * only now and then (every 800 ms), so its first answer may be about the time before. */
const LOOK_EVERY_MS = 1_000;
const LOOKS = 5;

/** Who the provider says is there, unless the token was given to somebody else. */
async function ownerAtProvider(accessToken: string): Promise<Person | null> {
  const identity = await import('../lib/firebase/auth');
  const person = await identity.currentPerson();
  return person && !isSomebodyElses(accessToken, person.email) ? person : null;
}

/** Who signed in in another tab just now. */
async function ownerInOtherTab(accessToken: string): Promise<Person | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    const person = await ownerAtProvider(accessToken);
    if (person) return person;
  }
  return null;
}

/** Finds out who a remembered access token belongs to. An answer that comes late still counts. */
export function restoreSession(): SessionThunk {
  return async (dispatch, getState) => {
    const { accessToken, fromOtherTab = false } = selectSession(getState());
    if (accessToken === null) return;
    /** Another tab may have opened another session meanwhile: this answer is none of its business. */
    const conclude = (change: UnknownAction) => {
      if (selectSession(getState()).accessToken === accessToken) dispatch(change);
    };
    const timer = setTimeout(() => {
      conclude(restoreFailed());
    }, RESTORE_TIMEOUT_MS);
    try {
      const person = await (fromOtherTab ? ownerInOtherTab : ownerAtProvider)(accessToken);
      if (person) dispatch(restored({ person, accessToken }));
      else conclude(signedOut('expired'));
    } catch {
      conclude(restoreFailed());
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Forgets the session here at once, whatever the provider has to say about it.
 * @param ending why, when it was not just this session's Sign Out; drafts are kept of a session that
 *   was not ended from here
 */
export function closeSession(ending?: Ending): SessionThunk {
  return async (dispatch, getState) => {
    const { accessToken } = selectSession(getState());
    if (ending === undefined || ending === 'everywhere') {
      dropAllDrafts();
      forgetAllPayments();
    }
    dispatch(signedOut(ending));
    try {
      const { leave } = await import('./exchange');
      await leave(dispatch, ending === undefined ? accessToken : null);
    } catch {
      // Without the access token the page treats the visitor as signed out all the same.
    }
  };
}
