import type { CartRoot } from '../../lib/cart/cart-slice';
import { isSessionOver } from '../../lib/firebase/auth-errors';
import {
  selectAccessToken,
  selectGuestToken,
  type SessionRoot,
} from '../../lib/session/session-slice';
import { haveSameOwner, readToken } from '../../lib/session/tokens';
import type { Dispatch, Exchange } from './dispatch';
import { saveLeftCart } from './left-cart';
import { type ApiError, isApiError, noAnswer } from '../contract/problem';
import { sessionApi, UNTRACKED } from './session-api';

const UNAUTHENTICATED = 401;

/** How long tabs wait for each other. A suspended tab must not block the rest. */
const OTHER_TABS_MS = 5_000;
const LOCK = 'autoparts-access-token';

const notSignedIn: ApiError = {
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
 * The exchange itself. Tabs take turns, and a token that another tab has just received is used as
 * well.
 * @param fresh request a new ID token from the provider, regardless of the current one's age
 */
export async function exchange(dispatch: Dispatch, fresh: boolean): Promise<Exchange> {
  const before = readToken();
  const inTurn = async () =>
    (fresh ? null : await fromOtherTab(before)) ?? (await trade(dispatch, fresh));
  try {
    return await oneTabAtATime(inTurn);
  } catch (error) {
    if (isSessionOver(error)) return { error: notSignedIn };
    return { error: noAnswer };
  }
}

async function oneTabAtATime(work: () => Promise<Exchange>): Promise<Exchange> {
  // Locks exist only on secure pages. Without them two tabs may both exchange, which the provider
  // tolerates.
  if (!('locks' in navigator)) return work();
  const signal = AbortSignal.timeout(OTHER_TABS_MS);
  try {
    return await navigator.locks.request(LOCK, { signal }, work);
  } catch (error) {
    // The signal only ends the wait. Work that has started fails with its own errors.
    if (error !== signal.reason) throw error;
    return work();
  }
}

/** The result of another tab that finished while this one waited for the lock. */
async function fromOtherTab(before: string | null): Promise<Exchange | null> {
  const accessToken = readToken();
  if (before === null || accessToken === null || accessToken === before) return null;
  if (!haveSameOwner(accessToken, before)) return null;
  const identity = await import('../../lib/firebase/auth');
  const person = await identity.currentPerson();
  return person && { accessToken, email: person.email };
}

async function trade(dispatch: Dispatch, fresh: boolean): Promise<Exchange> {
  const identity = await import('../../lib/firebase/auth');
  const proof = await identity.currentProof(fresh);
  if (!proof) return { error: notSignedIn };
  const answer = await register(dispatch, proof.email, proof.idToken);
  const refused = 'error' in answer && answer.error.status === UNAUTHENTICATED;
  // The shop's clock may differ from that of the provider's client.
  return refused && !fresh ? await trade(dispatch, true) : answer;
}

async function register(dispatch: Dispatch, email: string, idToken: string): Promise<Exchange> {
  const call = sessionApi.endpoints.register.initiate({ email, idToken }, UNTRACKED);
  const { data, error } = await dispatch(call);
  if (data) return { accessToken: data.accessToken, email };
  return { error: isApiError(error) ? error : noAnswer };
}

/**
 * Signs out at the identity provider and ends the shop's session.
 * @param before the state when Sign Out was pressed; null if the session has already ended
 * @param savedCart the saved cart in storage
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
  const identity = await import('../../lib/firebase/auth');
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
