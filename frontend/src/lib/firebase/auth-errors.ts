/** What the shop says for the provider's codes: its own words first, then what to do about it. */
const SENTENCES: Record<string, string> = {
  'auth/email-already-in-use': 'email already in use',
  'auth/wrong-password': 'wrong password',
  'auth/user-not-found': 'user not found',
  'auth/invalid-credential': 'wrong email or password',
  'auth/too-many-requests': 'too many requests: wait a few minutes, then try again',
  'auth/network-request-failed': 'network request failed: check your connection and try again',
  'auth/popup-blocked': 'popup blocked: allow popups for this shop and try again',
  'auth/popup-closed-by-user': 'popup closed by user: Google sign-in was not finished',
  'auth/cancelled-popup-request': 'another Google sign-in is already open',
  'auth/unauthorized-domain':
    'unauthorized domain: Google sign-in is not set up for this address of the shop',
  'auth/invalid-action-code': 'This link has been used already or is too old.',
  'auth/expired-action-code': 'This link has been used already or is too old.',
};

/** The sentence for a failure of the identity provider; null when it came from somewhere else. */
export function authErrorSentence(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  if (!error.code.startsWith('auth/')) return null;
  return SENTENCES[error.code] ?? trimmed(error.message, error.code);
}

/**
 * `Firebase: Password should be at least 6 characters (auth/weak-password).` without its prefix and
 * suffix; a message that says nothing but `Error` is told by its code.
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
