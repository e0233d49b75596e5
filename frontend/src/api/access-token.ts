import { isProblem, type ApiError } from './problem';

const TIMEOUT_MS = 15_000;

export type Exchange = { accessToken: string; email: string } | { error: ApiError };

const nobodySignedIn: ApiError = {
  kind: 'problem',
  status: 401,
  problem: { type: 'about:blank', title: 'Sign in first', status: 401, code: 'unauthenticated' },
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
    return await register(proof.email, proof.idToken);
  } catch {
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
