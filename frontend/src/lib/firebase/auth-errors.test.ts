import { describe, expect, it } from 'vitest';
import { authErrorSentence, isSessionOver } from './auth-errors';

const authError = (code: string, message = `Firebase: Error (${code}).`) =>
  Object.assign(new Error(message), { code });

describe('authErrorSentence', () => {
  it.each([
    'email-already-in-use',
    'wrong-password',
    'user-not-found',
    'invalid-credential',
    'weak-password',
    'user-disabled',
    'too-many-requests',
    'network-request-failed',
    'timeout',
    'internal-error',
    'popup-blocked',
    'popup-closed-by-user',
    'unauthorized-domain',
    'invalid-action-code',
    'expired-action-code',
  ])('shows for %s the service’s message, then what to do', (code) => {
    const words = code.replaceAll('-', ' ');
    expect(authErrorSentence(authError(`auth/${code}`))).toMatch(new RegExp(`^${words}: .+`));
  });

  it('trims prefix and suffix off messages it has no sentence for', () => {
    const message = 'Firebase: Missing password requirements: [6] (auth/password-policy).';
    expect(authErrorSentence(authError('auth/password-policy', message))).toBe(
      'Missing password requirements: [6]',
    );
    expect(authErrorSentence(authError('auth/some-new-code'))).toBe('some new code');
  });

  it('ignores other errors', () => {
    expect(authErrorSentence(new TypeError('Failed to fetch'))).toBeNull();
    expect(authErrorSentence(authError('storage/unknown'))).toBeNull();
    expect(authErrorSentence('text')).toBeNull();
  });
});

describe('isSessionOver', () => {
  it('distinguishes an ended session from a bad connection', () => {
    expect(isSessionOver(authError('auth/user-token-expired'))).toBe(true);
    expect(isSessionOver(authError('auth/network-request-failed'))).toBe(false);
    expect(isSessionOver(new TypeError('Failed to fetch'))).toBe(false);
    expect(isSessionOver(null)).toBe(false);
  });
});
