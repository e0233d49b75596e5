import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { gina, marta } from '../testing/fixtures';
import { comeAsGuest, renderScreen, testStore } from '../testing/test-shop';
import { RequireSession } from './guards';

const guest = () => {
  const store = testStore();
  comeAsGuest(store, gina);
  return store;
};

it.each([
  ['everybody', 'a visitor', testStore, true],
  ['everybody', 'a guest', guest, true],
  ['customers', 'a visitor', testStore, false],
  ['customers', 'a guest', guest, true],
  ['customers', 'a member', () => testStore(marta), true],
  ['members', 'a visitor', testStore, false],
  ['members', 'a guest', guest, false],
  ['members', 'a member', () => testStore(marta), true],
] as const)('a screen of %s for %s', (audience, _, store, isOpen) => {
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
