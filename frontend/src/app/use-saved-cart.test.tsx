import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { cartEdited } from '../lib/cart/cart-slice';
import { signedIn } from '../lib/session/session-slice';
import { idOf, marta } from '../testing/fixtures';
import { json, renderScreen, serve } from '../testing/test-shop';
import { useSavedCart } from './use-saved-cart';

function Nothing() {
  useSavedCart();
  return null;
}

it('reads the saved cart at sign-in, and writes one change for several in a row', async () => {
  const calls = serve(({ method, body }) =>
    json(
      method === 'PUT'
        ? { ...(JSON.parse(body) as object), revision: 2 }
        : { revision: 1, lines: [{ part: idOf(1), quantity: 10 }] },
    ),
  );
  const store = renderScreen(<Nothing />, { path: '/', at: '/' });
  act(() => {
    store.dispatch(cartEdited([]));
  });
  expect(calls).toHaveLength(0);
  act(() => {
    store.dispatch(signedIn({ person: marta, accessToken: 'head.eyJzdWIiOiJtIn0.signature' }));
  });
  await waitFor(() => {
    expect(store.getState().cart.lines).toEqual([{ part: idOf(1), quantity: 10 }]);
  });
  for (const quantity of [11, 12, 13]) {
    act(() => {
      store.dispatch(cartEdited([{ part: idOf(1), quantity }]));
    });
  }
  await waitFor(() => {
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT']);
  });
  expect(JSON.parse(calls[1]?.body ?? '')).toEqual({
    revision: 1,
    lines: [{ part: idOf(1), quantity: 13 }],
  });
});
