import { describe, expect, it } from 'vitest';
import { authErrorSentence } from './auth-errors';

const authError = (code: string, message = `Firebase: Error (${code}).`) =>
  Object.assign(new Error(message), { code });

describe('authErrorSentence', () => {
  it.each([
    ['auth/email-already-in-use', 'email already in use'],
    ['auth/wrong-password', 'wrong password'],
    ['auth/user-not-found', 'user not found'],
    ['auth/invalid-credential', 'wrong email or password'],
  ])('says for %s: %s', (code, sentence) => {
    expect(authErrorSentence(authError(code))).toBe(sentence);
  });

  it.each([
    'too-many-requests',
    'network-request-failed',
    'popup-blocked',
    'popup-closed-by-user',
    'unauthorized-domain',
  ])('starts the sentence for %s with the service’s own words', (code) => {
    const words = code.replaceAll('-', ' ');
    expect(authErrorSentence(authError(`auth/${code}`))).toMatch(new RegExp(`^${words}: .+`));
  });

  it('trims prefix and suffix off messages it has no sentence for', () => {
    const message = 'Firebase: Password should be at least 6 characters (auth/weak-password).';
    expect(authErrorSentence(authError('auth/weak-password', message))).toBe(
      'Password should be at least 6 characters',
    );
    expect(authErrorSentence(authError('auth/user-disabled'))).toBe('user disabled');
  });

  it('leaves other failures to others', () => {
    expect(authErrorSentence(new TypeError('Failed to fetch'))).toBeNull();
    expect(authErrorSentence(authError('storage/unknown'))).toBeNull();
    expect(authErrorSentence('text')).toBeNull();
  });
});
