import { beforeEach, describe, expect, it } from 'vitest';
import {
  restored,
  restoreFailed,
  restoreStarted,
  sessionReducer,
  signedIn,
  signedOut,
  tokenRenewed,
} from './session-slice';

const person = { name: 'Marta Lindqvist', email: 'marta@northgarage.example' };
const start = () => sessionReducer(undefined, { type: 'start' });

describe('the session', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('starts signed out without a remembered token', () => {
    expect(start()).toEqual({ status: 'signed-out', person: null, accessToken: null });
  });

  it('starts by restoring a remembered token', () => {
    localStorage.setItem('accessToken', 'kept');
    expect(start()).toEqual({ status: 'restoring', person: null, accessToken: 'kept' });
  });

  it('is restored with the person and keeps the token', () => {
    localStorage.setItem('accessToken', 'kept');
    expect(sessionReducer(start(), restored(person))).toEqual({
      status: 'signed-in',
      person,
      accessToken: 'kept',
    });
  });

  it('can be restored again after nobody answered', () => {
    localStorage.setItem('accessToken', 'kept');
    const failed = sessionReducer(start(), restoreFailed());
    expect(failed.status).toBe('unreachable');
    expect(failed.accessToken).toBe('kept');
    expect(sessionReducer(failed, restoreStarted()).status).toBe('restoring');
  });

  it('takes a renewed token while signed in, and none after signing out', () => {
    const open = sessionReducer(start(), signedIn({ person, accessToken: 'first' }));
    expect(sessionReducer(open, tokenRenewed('second')).accessToken).toBe('second');
    const closed = sessionReducer(open, signedOut());
    expect(sessionReducer(closed, tokenRenewed('second')).accessToken).toBeNull();
  });
});
