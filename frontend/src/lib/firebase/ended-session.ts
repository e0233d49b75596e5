/** What the provider answers when it does not know somebody any more. */
const ENDED = new Set([
  'auth/user-token-expired',
  'auth/token-expired',
  'auth/invalid-refresh-token',
  'auth/invalid-user-token',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/null-user',
]);

/** Whether a failure means that signing in again is the only way on. */
export function isSessionOver(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    ENDED.has(error.code)
  );
}
