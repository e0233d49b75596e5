import type { CartRoot } from '../lib/cart/cart-slice';
import { isSessionOver } from '../lib/firebase/auth-errors';
import {
  selectAccessToken,
  selectGuestToken,
  type SessionRoot,
} from '../lib/session/session-slice';
import { haveSameOwner, readToken } from '../lib/session/tokens';
import type { Dispatch, Exchange } from './access-token';
import { saveLeftCart } from './left-cart';
import { type ApiError, isApiError, noAnswer } from './problem';
import { sessionApi, UNTRACKED } from './session-api';

const UNAUTHENTICATED = 401;

/** Tabs wait this long for each other; one that sleeps in the middle must not hold up the rest. */
const OTHER_TABS_MS = 5_000;
const LOCK = 'autoparts-access-token';

const nobodySignedIn: ApiError = {
  kind: 'problem',
  status: UNAUTHENTICATED,
  problem: {
    type: 'about:blank',
    title: 'Sign in first',
    status: UNAUTHENTICATED,
    code: 'unauthenticated',
    detail: 'Please sign in.',
  },
};

/**
 * The exchange itself: one tab after the other, and a token that another tab has just got is as good.
 * @param fresh ask the provider for a new ID token, whatever the age of the one at hand
 */
export async function exchange(dispatch: Dispatch, fresh: boolean): Promise<Exchange> {
  const before = readToken();
  const inTurn = async () =>
    (fresh ? null : await fromOtherTab(before)) ?? (await trade(dispatch, fresh));
  try {
    return await oneTabAtATime(inTurn);
  } catch (error) {
    if (isSessionOver(error)) return { error: nobodySignedIn };
    return { error: noAnswer };
  }
}

async function oneTabAtATime(work: () => Promise<Exchange>): Promise<Exchange> {
  // Only secure pages have locks. Without them two tabs may both ask, which the provider bears.
  if (!('locks' in navigator)) return work();
  const signal = AbortSignal.timeout(OTHER_TABS_MS);
  try {
    return await navigator.locks.request(LOCK, { signal }, work);
  } catch (error) {
    // The signal only ends the waiting: work that has begun fails for reasons of its own.
    if (error !== signal.reason) throw error;
    return work();
  }
}

/** What another tab got while this one waited for it. */
async function fromOtherTab(before: string | null): Promise<Exchange | null> {
  const accessToken = readToken();
  if (before === null || accessToken === null || accessToken === before) return null;
  if (!haveSameOwner(accessToken, before)) return null;
  const identity = await import('../lib/firebase/auth');
  const person = await identity.currentPerson();
  return person && { accessToken, email: person.email };
}

async function trade(dispatch: Dispatch, fresh: boolean): Promise<Exchange> {
  const identity = await import('../lib/firebase/auth');
  const proof = await identity.currentProof(fresh);
  if (!proof) return { error: nobodySignedIn };
  const answer = await register(dispatch, proof.email, proof.idToken);
  const refused = 'error' in answer && answer.error.status === UNAUTHENTICATED;
  // The shop may have another opinion of the clock than the provider's client.
  return refused && !fresh ? await trade(dispatch, true) : answer;
}

async function register(dispatch: Dispatch, email: string, idToken: string): Promise<Exchange> {
  const call = sessionApi.endpoints.register.initiate({ email, idToken }, UNTRACKED);
  const { data, error } = await dispatch(call);
  if (data) return { accessToken: data.accessToken, email };
  return { error: isApiError(error) ? error : noAnswer };
}

/**
 * Has the provider forget the person here, and the shop end their session.
 * @param before the state that Sign Out found; null when the session is over already
 * @param savedCart what storage had of the saved cart
 */
export async function leave(
  dispatch: Dispatch,
  before: (SessionRoot & CartRoot) | null,
  savedCart: string | null,
): Promise<void> {
  await Promise.allSettled([
    before && endSession(dispatch, before, savedCart),
    // The provider does not know guests.
    (before === null || selectGuestToken(before) === undefined) && signOutAtProvider(),
  ]);
}

async function signOutAtProvider(): Promise<void> {
  const identity = await import('../lib/firebase/auth');
  await identity.signOut();
}

async function endSession(
  dispatch: Dispatch,
  before: SessionRoot & CartRoot,
  savedCart: string | null,
): Promise<void> {
  const accessToken = selectAccessToken(before);
  if (accessToken === null) return;
  await saveLeftCart(dispatch, before, savedCart);
  await dispatch(sessionApi.endpoints.endSession.initiate({ accessToken }, UNTRACKED));
}
