import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { gina, marta } from '../testing/fixtures';
import { signedOut } from '../lib/session/session-slice';
import { comeAsGuest, renderScreen, testStore } from '../testing/test-shop';
import { RequireSession } from './guards';

const guest = () => {
  const store = testStore();
  comeAsGuest(store, gina);
  return store;
};

/** A user whose session has just ended without a sign-out. */
const ended = () => {
  const store = testStore(marta);
  store.dispatch(signedOut('expired'));
  return store;
};

it.each([
  ['everyone', 'a visitor', testStore, true],
  ['everyone', 'a guest', guest, true],
  ['everyone', 'a user whose session has ended', ended, true],
  ['buyers', 'a visitor', testStore, true],
  ['buyers', 'a guest', guest, true],
  ['buyers', 'a member', () => testStore(marta), true],
  ['buyers', 'a user whose session has ended', ended, false],
  ['customers', 'a visitor', testStore, false],
  ['customers', 'a guest', guest, true],
  ['customers', 'a member', () => testStore(marta), true],
  ['members', 'a visitor', testStore, false],
  ['members', 'a guest', guest, false],
  ['members', 'a member', () => testStore(marta), true],
] as const)('a screen for %s, opened by %s', (audience, _, store, isOpen) => {
  renderScreen(
    <Routes>
      <Route element={<RequireSession of={audience} />}>
        <Route path="/screen" element={<p>open</p>} />
      </Route>
      <Route path="/signin" element={<p>sign in</p>} />
    </Routes>,
    { path: '*', at: '/screen', store: store() },
  );
  expect(screen.getByText(isOpen ? 'open' : 'sign in')).toBeVisible();
});
