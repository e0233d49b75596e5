import { screen, waitFor } from '@testing-library/react';
import { Route, Routes, useLocation, type Location } from 'react-router-dom';
import { expect, it } from 'vitest';
import { marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { RequireAdmin } from './require-admin';

function SignIn() {
  const here: Location<unknown> = useLocation();
  return <p>{`sign-in ${JSON.stringify(here.state)}`}</p>;
}

/** The guard of a screen for admins; signed-in customers reach it by its URL. */
function open(admin: () => Response | Promise<Response>) {
  const calls = serve(admin);
  renderScreen(
    <Routes>
      <Route
        path="/dashboard/users"
        element={
          <RequireAdmin>
            <p>every user</p>
          </RequireAdmin>
        }
      />
      <Route path="/signin" element={<SignIn />} />
    </Routes>,
    { path: '*', at: '/dashboard/users', person: marta },
  );
  return calls;
}

it('shows admin screens to admins', async () => {
  open(() => json({ admin: true }));
  expect(await screen.findByText('every user')).toBeVisible();
});

it('sends customers to sign in, and remembers where they wanted to go', async () => {
  open(() => json({ admin: false }));
  expect(await screen.findByText(/^sign-in .*"pathname":"\/dashboard\/users"/)).toBeVisible();
  expect(screen.queryByText('every user')).toBeNull();
});

it('neither shows the screen nor redirects before the server has responded', async () => {
  let answer: (response: Response) => void = () => undefined;
  const calls = open(() => new Promise((resolve) => (answer = resolve)));
  await waitFor(() => {
    expect(calls.map(({ path }) => path)).toEqual([`/admin/${encodeURIComponent(marta.email)}`]);
  });
  expect(screen.queryByText('every user')).toBeNull();
  expect(screen.queryByText(/^sign-in/)).toBeNull();
  answer(json({ admin: true }));
  expect(await screen.findByText('every user')).toBeVisible();
});

it('shows no admin screen while the server does not respond', async () => {
  const calls = open(() => problem(503, 'unavailable'));
  await waitFor(() => {
    expect(calls.length).toBeGreaterThan(0);
  });
  expect(screen.queryByText('every user')).toBeNull();
  expect(screen.queryByText(/^sign-in/)).toBeNull();
});
