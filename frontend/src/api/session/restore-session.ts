import type { UnknownAction } from '@reduxjs/toolkit';
import {
  restored,
  restoreFailed,
  selectSession,
  signedOut,
  type Person,
  type SessionThunk,
} from '../../lib/session/session-slice';
import { belongsToAnotherUser } from '../../lib/session/tokens';

/** How long a returning visitor waits before a message appears. */
const RESTORE_TIMEOUT_MS = 15_000;

/**
 * Polling interval for another tab's sign-in, and the maximum number of polls. The provider's
 * client polls only every 800 ms, so its first answer may be out of date.
 */
const POLL_INTERVAL_MS = 1_000;
const MAX_POLLS = 5;

/** The user known to the provider, unless the token was issued to another user. */
async function ownerAtProvider(accessToken: string): Promise<Person | null> {
  const identity = await import('../../lib/firebase/auth');
  const person = await identity.currentPerson();
  return person && !belongsToAnotherUser(accessToken, person.email) ? person : null;
}

/** The user who has just signed in in another tab. */
async function ownerInOtherTab(accessToken: string): Promise<Person | null> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    const person = await ownerAtProvider(accessToken);
    if (person) return person;
  }
  return null;
}

/** Finds the owner of a stored access token. A late response still counts. */
export function restoreSession(): SessionThunk {
  return async (dispatch, getState) => {
    const { accessToken, fromOtherTab = false } = selectSession(getState());
    if (accessToken === null) return;
    /** Another tab may have opened another session by now, which this response must not change. */
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
