import { describe, expect, it, vi } from 'vitest';
import { gina, idOf, marta } from '../testing/fixtures';
import { cartEdited } from '../lib/cart/cart-slice';
import {
  adopted,
  cameAsGuest,
  sessionReducer,
  signedIn,
  signedOut,
  tokenRenewed,
} from '../lib/session/session-slice';
import { belongsToAnotherUser, rememberOwner } from '../lib/session/tokens';
import { selectVehicle, vehicleChosen } from '../lib/vehicle/vehicle-slice';
import { store } from './store';

const token = (iat: number) => `head.${btoa(JSON.stringify({ sub: 'marta', iat }))}.signature`;

it('stores the token with its owner, and clears both', () => {
  store.dispatch(signedIn({ person: marta, accessToken: token(1) }));
  expect(localStorage.getItem('accessToken')).toBe(token(1));
  expect(belongsToAnotherUser(token(1), marta.email)).toBe(false);
  expect(belongsToAnotherUser(token(1), 'ada@garage.example')).toBe(true);

  store.dispatch(tokenRenewed(token(2)));
  expect(localStorage.getItem('accessToken')).toBe(token(2));

  store.dispatch(signedOut());
  expect(localStorage).toHaveLength(0);
});

it('applies a name that was changed in another tab', () => {
  store.dispatch(signedIn({ person: marta, accessToken: token(1) }));
  const hear = (sub: string, name: string) => {
    rememberOwner(`head.${btoa(JSON.stringify({ sub }))}.signature`, { email: marta.email, name });
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessTokenOwner' }));
  };
  hear('ada', 'Ada Quill');
  expect(store.getState().session.person).toEqual(marta);
  hear('marta', 'Marta L.');
  expect(store.getState().session.person).toEqual({ ...marta, name: 'Marta L.' });
  store.dispatch(signedOut());
});

it('does not restore a session that another tab has ended', () => {
  store.dispatch(signedIn({ person: marta, accessToken: token(1) }));
  localStorage.clear();
  const write = vi.spyOn(Storage.prototype, 'setItem');
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
  // A write would restore the session in the tab that ended it.
  expect(write).not.toHaveBeenCalled();
  expect(localStorage).toHaveLength(0);
  expect(store.getState().session).toMatchObject({ status: 'signed-out', ending: 'elsewhere' });
  write.mockRestore();
});

it('stores the cart, and follows other tabs without echoing their changes', () => {
  const one = { part: idOf(1), quantity: 2 };
  const other = { part: idOf(2), quantity: 3 };
  store.dispatch(cartEdited([one]));
  expect(localStorage.getItem('cart')).toBe(JSON.stringify([one]));
  expect(store.getState().cart.edits).toBe(1);

  localStorage.setItem('cart', JSON.stringify([one, other]));
  const write = vi.spyOn(Storage.prototype, 'setItem');
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  expect(store.getState().cart).toEqual({ lines: [one, other], edits: 1 });
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();

  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(store.getState().cart.lines).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

it('stores the garage, and follows a tab that selects another car', () => {
  const civic = { id: '2018/honda/civic', car: '2018 Honda Civic' };
  const golf = { id: '2012/volkswagen/golf', car: '2012 Volkswagen Golf' };
  store.dispatch(vehicleChosen(civic));
  expect(localStorage.getItem('garage')).toBe(
    JSON.stringify({ vehicles: [civic], chosen: civic.id }),
  );

  localStorage.setItem('garage', JSON.stringify({ vehicles: [civic, golf], chosen: golf.id }));
  const write = vi.spyOn(Storage.prototype, 'setItem');
  window.dispatchEvent(new StorageEvent('storage', { key: 'garage' }));
  expect(selectVehicle(store.getState())).toEqual(golf);
  expect(store.getState().garage.edits).toBe(1);
  expect(write).not.toHaveBeenCalled();
});

it('keeps its own cart when storage is blocked', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const line = { part: idOf(1), quantity: 2 };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  store.dispatch(cartEdited([line]));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(store.getState().cart.lines).toEqual([line]);
});

describe('a guest', () => {
  const guest = { person: gina, accessToken: token(1), guestToken: 'kept-1' };

  it('is known immediately after a reload and in other tabs, even with a renewed token', () => {
    store.dispatch(cameAsGuest(guest));
    expect(sessionReducer(undefined, { type: 'page opened' })).toEqual({
      status: 'signed-in',
      ...guest,
    });
    expect(sessionReducer(undefined, adopted(token(1)))).toMatchObject(guest);
    store.dispatch(tokenRenewed(token(2)));
    expect(sessionReducer(undefined, { type: 'page opened' })).toMatchObject({
      ...guest,
      accessToken: token(2),
    });
  });

  it('is cleared completely, without a message to sign in', () => {
    store.dispatch(cameAsGuest(guest));
    store.dispatch(signedOut('expired'));
    expect(store.getState().session).toEqual({
      status: 'signed-out',
      person: null,
      accessToken: null,
    });
    expect(localStorage).toHaveLength(0);
  });

  it('is no longer a guest after signing in', () => {
    store.dispatch(cameAsGuest(guest));
    store.dispatch(signedIn({ person: marta, accessToken: token(3) }));
    expect(sessionReducer(undefined, { type: 'page opened' })).toMatchObject({
      status: 'restoring',
      person: null,
    });
    expect(store.getState().session).not.toHaveProperty('guestToken');
  });
});
