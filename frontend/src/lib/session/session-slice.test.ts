import { describe, expect, it } from 'vitest';
import {
  adopted,
  leavingEverywhere,
  restored,
  restoreFailed,
  restoreStarted,
  selectOwner,
  sessionReducer,
  signedIn,
  signedOut,
  tokenRenewed,
} from './session-slice';

const person = { name: 'Marta Lindqvist', email: 'marta@northgarage.example' };
const start = () => sessionReducer(undefined, { type: 'start' });

describe('the session', () => {
  it('starts signed out without a stored token', () => {
    expect(start()).toEqual({ status: 'signed-out', person: null, accessToken: null });
  });

  it('starts by restoring a stored token', () => {
    localStorage.setItem('accessToken', 'kept');
    expect(start()).toEqual({ status: 'restoring', person: null, accessToken: 'kept' });
  });

  it('is restored with the user and keeps the token', () => {
    localStorage.setItem('accessToken', 'kept');
    expect(sessionReducer(start(), restored({ person, accessToken: 'kept' }))).toEqual({
      status: 'signed-in',
      person,
      accessToken: 'kept',
    });
  });

  it('can be restored again after a request without a response', () => {
    localStorage.setItem('accessToken', 'kept');
    const failed = sessionReducer(start(), restoreFailed());
    expect(failed.status).toBe('unreachable');
    expect(failed.accessToken).toBe('kept');
    expect(sessionReducer(failed, restoreStarted()).status).toBe('restoring');
  });

  it('is not restored by a response that arrives after a sign-out', () => {
    const closed = sessionReducer(start(), signedOut());
    expect(sessionReducer(closed, restored({ person, accessToken: 'kept' })).status).toBe(
      'signed-out',
    );
    expect(sessionReducer(closed, restoreFailed()).status).toBe('signed-out');
    expect(sessionReducer(closed, restoreStarted()).status).toBe('signed-out');
  });

  it('remembers why it expired, until the next one', () => {
    const open = sessionReducer(start(), signedIn({ person, accessToken: 'first' }));
    const ended = sessionReducer(open, signedOut('expired'));
    expect(ended).toEqual({
      status: 'signed-out',
      person: null,
      accessToken: null,
      ending: 'expired',
    });
    const again = sessionReducer(ended, signedIn({ person, accessToken: 'second' }));
    expect(again.ending).toBeUndefined();
  });

  it('ends once: later notices do not change the reason', () => {
    const open = sessionReducer(start(), signedIn({ person, accessToken: 'first' }));
    const leaving = sessionReducer(open, leavingEverywhere(true));
    const result = sessionReducer(leaving, signedOut('elsewhere'));
    expect(result.ending).toBe('everywhere');
    expect(sessionReducer(result, signedOut('expired'))).toBe(result);
    const pressed = sessionReducer(open, signedOut());
    expect(sessionReducer(pressed, signedOut('expired'))).toBe(pressed);
    const late = sessionReducer(open, signedOut('elsewhere'));
    expect(sessionReducer(late, signedOut('everywhere')).ending).toBe('everywhere');
  });

  it('adopts a session of another tab and looks up its user', () => {
    const taken = sessionReducer(start(), adopted('theirs'));
    expect(taken).toMatchObject({ status: 'restoring', person: null, accessToken: 'theirs' });
    expect(sessionReducer(taken, restored({ person, accessToken: 'theirs' }))).toEqual({
      status: 'signed-in',
      person,
      accessToken: 'theirs',
    });
  });

  it('does not use the user of another token', () => {
    localStorage.setItem('accessToken', 'kept');
    const taken = sessionReducer(start(), adopted('theirs'));
    expect(sessionReducer(taken, restored({ person, accessToken: 'kept' }))).toBe(taken);
  });

  it('uses the user although their token has since been renewed', () => {
    const token = (iat: number) => `head.${btoa(JSON.stringify({ sub: 'marta', iat }))}.signature`;
    localStorage.setItem('accessToken', token(1));
    const renewed = sessionReducer(start(), tokenRenewed(token(2)));
    expect(sessionReducer(renewed, restored({ person, accessToken: token(1) }))).toEqual({
      status: 'signed-in',
      person,
      accessToken: token(2),
    });
  });

  it('accepts a renewed token while signed in, but not after signing out', () => {
    const open = sessionReducer(start(), signedIn({ person, accessToken: 'first' }));
    expect(sessionReducer(open, tokenRenewed('second')).accessToken).toBe('second');
    const closed = sessionReducer(open, signedOut());
    expect(sessionReducer(closed, tokenRenewed('second')).accessToken).toBeNull();
  });

  it('has the same owner before and after the name is known, and none without a token', () => {
    const accessToken = `head.${btoa('{"sub":"user-1"}')}.signature`;
    localStorage.setItem('accessToken', accessToken);
    const session = start();
    expect(selectOwner({ session })).toBe('user-1');
    expect(
      selectOwner({ session: sessionReducer(session, restored({ person, accessToken })) }),
    ).toBe('user-1');
    expect(selectOwner({ session: sessionReducer(session, signedOut()) })).toBeNull();
  });
});
