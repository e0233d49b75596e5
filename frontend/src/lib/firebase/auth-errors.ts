/** The provider's messages for its error codes, with advice. */
const SENTENCES: Record<string, string> = {
  'auth/email-already-in-use': 'email already in use: sign in instead, or use another address',
  'auth/wrong-password': 'wrong password: try again, or choose a new one with Reset',
  'auth/user-not-found': 'user not found: check the address, or create an account',
  'auth/invalid-credential': 'invalid credential: wrong email or password',
  'auth/invalid-email': 'invalid email: check the address',
  'auth/weak-password': 'weak password: use at least 6 characters',
  'auth/user-disabled': 'user disabled: this account has been closed',
  'auth/too-many-requests': 'too many requests: wait a few minutes, then try again',
  'auth/network-request-failed': 'network request failed: check your connection and try again',
  'auth/timeout': 'timeout: the sign-in service took too long, try again',
  'auth/internal-error': 'internal error: the sign-in service has a problem, try again in a moment',
  'auth/unavailable': 'unavailable: the sign-in service is busy, try again in a moment',
  'auth/popup-blocked': 'popup blocked: allow popups for this shop and try again',
  'auth/popup-closed-by-user': 'popup closed by user: Google sign-in was not finished',
  'auth/cancelled-popup-request': 'cancelled popup request: another Google window is open',
  'auth/unauthorized-domain':
    'unauthorized domain: Google sign-in is not set up for this address of the shop',
  'auth/operation-not-allowed': 'operation not allowed: this sign-in method is disabled',
  'auth/account-exists-with-different-credential':
    'account exists with different credential: sign in the way you did before',
  'auth/requires-recent-login': 'requires recent login: sign in again, then repeat this',
  'auth/user-token-expired': 'user token expired: sign in again',
  'auth/invalid-action-code':
    'invalid action code: this link has been used or replaced by a newer email, request a new email',
  'auth/expired-action-code': 'expired action code: this link has expired, request a new email',
};

const INVALID_LINK = ['auth/invalid-action-code', 'auth/expired-action-code'];

/** Whether an email link is permanently invalid: only a new email helps. */
export function isInvalidLink(error: unknown): boolean {
  return error instanceof Error && 'code' in error && INVALID_LINK.includes(String(error.code));
}

/** The message for a failure of the identity provider; null for any other failure. */
export function authErrorSentence(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  if (!error.code.startsWith('auth/')) return null;
  return SENTENCES[error.code] ?? trimmed(error.message, error.code);
}

/**
 * `Firebase: Error (auth/some-code).` without its prefix and suffix, in words: `some code`. A
 * message with its own sentence, as in `Firebase: Some sentence. (auth/some-code).`, keeps that
 * sentence.
 */
function trimmed(message: string, code: string): string {
  const words = message
    .replace(/^Firebase:\s*/, '')
    .replace(/\s*\(auth\/[^)]*\)\.?\s*$/, '')
    .trim();
  return words === '' || words === 'Error'
    ? code.slice('auth/'.length).replaceAll('-', ' ')
    : words;
}

/** The provider's error codes for a user it no longer knows. */
const ENDED = new Set([
  'auth/user-token-expired',
  'auth/token-expired',
  'auth/invalid-refresh-token',
  'auth/invalid-user-token',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/null-user',
]);

/** Whether a failure means that the user has to sign in again. */
export function isSessionOver(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    ENDED.has(error.code)
  );
}
