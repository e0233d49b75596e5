import type { UnknownAction } from '@reduxjs/toolkit';
import {
  restored,
  restoreFailed,
  selectSession,
  signedOut,
  type Person,
  type SessionThunk,
} from '../lib/session/session-slice';
import { isSomebodyElses } from '../lib/session/tokens';

/** How long a remembered visitor waits in silence before being told. */
const RESTORE_TIMEOUT_MS = 15_000;

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
