/** A shop for tests: a store, a history location and a mock server. */
import { render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { Provider, useSelector } from 'react-redux';
import { MemoryRouter, Route, Routes, parsePath, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import type { Code } from '../api/contract/generated-types';
import { createStore } from '../api/session/create-store';
import { cameAsGuest, selectPerson, signedIn, type Person } from '../lib/session/session-slice';
import { aProblem } from './fixtures';

export function testStore(person: Person | null = null) {
  const store = createStore();
  if (person) store.dispatch(signedIn({ person, accessToken: 'token-1' }));
  return store;
}

interface Screen {
  /** The route's pattern and the open URL. */
  path: string;
  at: string;
  /** The history state of the location. */
  state?: unknown;
  person?: Person | null;
  /** A store with earlier state. */
  store?: ReturnType<typeof testStore>;
}

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>now at {pathname}</p>;
}

/** Starts a guest session. */
export const comeAsGuest = (store: ReturnType<typeof testStore>, person: Person) =>
  store.dispatch(cameAsGuest({ person, accessToken: 'token-1', guestToken: 'kept-1' }));

/** Substitute for the sign-in guard. */
function WhileSignedIn({ children }: { children: ReactNode }) {
  return useSelector(selectPerson) ? children : <p>signed out</p>;
}

/** Renders a screen on its route; leaving it shows `now at …`. */
export function renderScreen(
  screen: ReactElement,
  { path, at, state, person = null, store = testStore(person) }: Screen,
) {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
        <Routes>
          <Route path={path} element={person ? <WhileSignedIn>{screen}</WhileSignedIn> : screen} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
  return store;
}

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: string;
}

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  });

export const problem = (status: number, code: Code) => json(aProblem(status, code), status);

/** Responds to every fetch with `answer` and records the calls for the test. */
export function serve(answer: (call: Call) => Response | Promise<Response>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request =
      input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    const { pathname, searchParams } = new URL(request.url);
    const call = {
      method: request.method,
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await request.text(),
    };
    calls.push(call);
    return answer(call);
  });
  return calls;
}

/**
 * For components that wait until they come into view: jsdom has no layout, so this never happens.
 */
export function showNothing(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
}
