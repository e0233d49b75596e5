import { expect, it, vi } from 'vitest';
import { marta } from '../testing/fixtures';
import { signedIn, signedOut, tokenRenewed } from '../lib/session/session-slice';
import { isSomebodyElses, rememberOwner } from '../lib/session/tokens';
import { store } from './store';

const token = (iat: number) => `head.${btoa(JSON.stringify({ sub: 'marta', iat }))}.signature`;

it('keeps the token with whose it is, and leaves nothing behind', () => {
  store.dispatch(signedIn({ person: marta, accessToken: token(1) }));
  expect(localStorage.getItem('accessToken')).toBe(token(1));
  expect(isSomebodyElses(token(1), marta.email)).toBe(false);
  expect(isSomebodyElses(token(1), 'ada@garage.example')).toBe(true);

  store.dispatch(tokenRenewed(token(2)));
  expect(localStorage.getItem('accessToken')).toBe(token(2));

  store.dispatch(signedOut());
  expect(localStorage).toHaveLength(0);
});

it('takes over the name that the person was given in another tab', () => {
  store.dispatch(signedIn({ person: marta, accessToken: token(1) }));
  const hear = (sub: string, name: string) => {
    rememberOwner(`head.${btoa(JSON.stringify({ sub }))}.signature`, marta.email, name);
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessTokenOwner' }));
  };
  hear('ada', 'Ada Quill');
  expect(store.getState().session.person).toEqual(marta);
  hear('marta', 'Marta L.');
  expect(store.getState().session.person).toEqual({ ...marta, name: 'Marta L.' });
  store.dispatch(signedOut());
});

it('writes nothing back of a session that another tab has ended', () => {
  store.dispatch(signedIn({ person: marta, accessToken: token(1) }));
  localStorage.clear();
  const write = vi.spyOn(Storage.prototype, 'setItem');
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
  // What was written would bring the session back in the tab that ended it.
  expect(write).not.toHaveBeenCalled();
  expect(localStorage).toHaveLength(0);
  expect(store.getState().session).toMatchObject({ status: 'signed-out', ending: 'elsewhere' });
  write.mockRestore();
});
