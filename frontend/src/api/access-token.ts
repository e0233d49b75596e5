import { isSessionOver } from '../lib/firebase/ended-session';
import { isProblem, type ApiError } from './problem';

const TIMEOUT_MS = 15_000;
const UNAUTHENTICATED = 401;

export type Exchange = { accessToken: string; email: string } | { error: ApiError };

const nobodySignedIn: ApiError = {
  kind: 'problem',
  status: UNAUTHENTICATED,
  problem: {
    type: 'about:blank',
    title: 'Sign in first',
    status: UNAUTHENTICATED,
    code: 'unauthenticated',
  },
};

/**
 * Trades the identity provider's ID token for the shop's own, short-lived access token.
 * A plain fetch, because the API client itself needs this when its token has run out.
 */
export async function exchangeIdToken(fresh: boolean): Promise<Exchange> {
  try {
    const identity = await import('../lib/firebase/auth');
    const proof = await identity.currentProof(fresh);
    if (!proof) return { error: nobodySignedIn };
    const exchange = await register(proof.email, proof.idToken);
    const refused = 'error' in exchange && exchange.error.status === UNAUTHENTICATED;
    // The shop may have another opinion of the clock than the provider's client.
    return refused && !fresh ? await exchangeIdToken(true) : exchange;
  } catch (error) {
    if (isSessionOver(error)) return { error: nobodySignedIn };
    return { error: { kind: 'transport', status: 'FETCH_ERROR' } };
  }
}

async function register(email: string, idToken: string): Promise<Exchange> {
  const response = await fetch(`/users/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json();
  if (response.ok) return { accessToken: (body as { accessToken: string }).accessToken, email };
  return {
    error: isProblem(body)
      ? { kind: 'problem', status: response.status, problem: body }
      : { kind: 'transport', status: response.status },
  };
}
