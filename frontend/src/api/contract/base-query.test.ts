import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { adminApi } from '../admin';
import { homeApi } from '../home';
import { shopApi } from '../index';
import { pagesApi } from '../pages';
import { vehiclesApi } from '../vehicles';
import { signedIn } from '../../lib/session/session-slice';
import { gina, marta } from '../../testing/fixtures';
import { comeAsGuest, json, problem, serve, testStore, type Call } from '../../testing/test-shop';

const currentProof = vi.hoisted(() => vi.fn());
vi.mock('../../lib/firebase/auth', () => ({ currentProof }));

const bearer = (call: Call) => call.headers.get('authorization');
const isExchange = ({ method, path }: Call) => method === 'PUT' && path.startsWith('/users/');

/** A shop that accepts only the token from its own exchange. */
const shopAfterExpiry = (call: Call) => {
  if (isExchange(call)) return json({ accessToken: 'token-2' });
  return bearer(call) === 'Bearer token-2' ? json([]) : problem(401, 'unauthenticated');
};

const { listMails, listFeedback } = adminApi.endpoints;
const listOrdersOf = shopApi.endpoints.listOrdersOf;

describe('the base query', () => {
  beforeEach(() => {
    currentProof.mockResolvedValue({ email: marta.email, idToken: 'id-token' });
  });

  it('sends the access token of the session, and none without one', async () => {
    const calls = serve(() => json([]));
    await testStore(marta).dispatch(listMails.initiate({}));
    await testStore().dispatch(homeApi.endpoints.listParts.initiate({}));
    expect(calls.map(bearer)).toEqual(['Bearer token-1', null]);
  });

  it('reads parts and reviews without credentials, and writes them with', async () => {
    const calls = serve(() => json([]));
    const store = testStore(marta);
    const { listParts, listReviews } = homeApi.endpoints;
    const { getPart, addReview } = shopApi.endpoints;
    await store.dispatch(listParts.initiate({}));
    await store.dispatch(getPart.initiate({ id: 'part-1' }));
    await store.dispatch(listReviews.initiate({}));
    const { search } = pagesApi.endpoints;
    await store.dispatch(search.initiate({ q: 'disc', attribute: ['Fit=left, front', 'Size=9'] }));
    await testStore(marta).dispatch(
      addReview.initiate({ newReview: { rating: '5', review: 'Good.' } }),
    );
    expect(
      calls.map((call) => `${call.method} ${call.path} ${bearer(call) ?? 'anonymous'}`),
    ).toEqual([
      'GET /parts anonymous',
      'GET /parts/part-1 anonymous',
      'GET /reviews anonymous',
      'GET /search anonymous',
      'POST /reviews Bearer token-1',
    ]);
    expect(calls[3]?.query.toString()).toBe(
      'q=disc&attribute=Fit%3Dleft%2C+front&attribute=Size%3D9&limit=24',
    );
  });

  it('reads admin-only part data with credentials', async () => {
    const calls = serve(({ path }) => json(path.includes('fit') ? { models: [] } : []));
    const store = testStore(marta);
    const { getPartRecord, everyFitment, everyStockMovement } = adminApi.endpoints;
    await store.dispatch(getPartRecord.initiate({ id: 'part-1' }));
    await store.dispatch(everyStockMovement.initiate('part-1'));
    await store.dispatch(everyFitment.initiate('part-1'));
    await store.dispatch(vehiclesApi.endpoints.fitments.initiate({ id: 'part-1' }));
    const fits = { vehicle: '2018/honda/civic', parts: 'part-1' };
    await store.dispatch(vehiclesApi.endpoints.getFits.initiate(fits));
    await store.dispatch(shopApi.endpoints.getListing.initiate({ id: 'part-1' }));
    await store.dispatch(shopApi.endpoints.listBrands.initiate());
    expect(calls.map((call) => `${call.path} ${bearer(call) ?? 'anonymous'}`)).toEqual([
      '/parts/part-1/record Bearer token-1',
      '/parts/part-1/stock Bearer token-1',
      '/parts/part-1/fitments/record Bearer token-1',
      '/parts/part-1/fitments anonymous',
      '/fits anonymous',
      '/parts/part-1/listing anonymous',
      '/brands anonymous',
    ]);
  });

  it('reads problem documents and transport failures', async () => {
    serve(({ path }) => {
      if (path === '/outbox') return problem(403, 'forbidden');
      throw new TypeError('Failed to fetch');
    });
    const store = testStore(marta);
    const refused = await store.dispatch(listMails.initiate({}));
    expect(refused.error).toMatchObject({
      kind: 'problem',
      status: 403,
      problem: { code: 'forbidden' },
    });
    const silent = await store.dispatch(listOrdersOf.initiate({ key: marta.email }));
    expect(silent.error).toEqual({ kind: 'transport', status: 'FETCH_ERROR' });
  });

  it('renews an expired token with the ID token and repeats the call', async () => {
    const calls = serve(shopAfterExpiry);
    const store = testStore(marta);
    const { data } = await store.dispatch(listMails.initiate({}));
    expect(data).toEqual([]);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /outbox',
      `PUT /users/${encodeURIComponent(marta.email)}`,
      'GET /outbox',
    ]);
    expect(calls.map(bearer)).toEqual(['Bearer token-1', 'Bearer id-token', 'Bearer token-2']);
    expect(store.getState().session.accessToken).toBe('token-2');
  });

  it('makes one exchange for calls that fail together', async () => {
    const calls = serve(shopAfterExpiry);
    const store = testStore(marta);
    const answers = await Promise.all([
      store.dispatch(listMails.initiate({})),
      store.dispatch(listOrdersOf.initiate({ key: marta.email })),
      store.dispatch(listFeedback.initiate({})),
    ]);
    expect(answers.map(({ data }) => data)).toEqual([[], [], []]);
    expect(calls.filter(isExchange)).toHaveLength(1);
  });

  it('repeats once only', async () => {
    const calls = serve((call) =>
      isExchange(call) ? json({ accessToken: 'token-2' }) : problem(401, 'unauthenticated'),
    );
    const { error } = await testStore(marta).dispatch(listMails.initiate({}));
    expect(error).toMatchObject({ kind: 'problem', status: 401 });
    expect(calls).toHaveLength(3);
  });

  it('returns the 401 when no user is signed in at the provider', async () => {
    currentProof.mockResolvedValue(null);
    const calls = serve(() => problem(401, 'unauthenticated'));
    const { error } = await testStore(marta).dispatch(listMails.initiate({}));
    expect(error).toMatchObject({ kind: 'problem', status: 401 });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['no longer knows the user', 'auth/user-token-expired'],
    ['has closed the account', 'auth/user-disabled'],
  ])('ends the session when the provider %s', async (_, code) => {
    currentProof.mockRejectedValue(Object.assign(new Error(code), { code }));
    serve(() => problem(401, 'unauthenticated'));
    const store = testStore(marta);
    const { error } = await store.dispatch(listMails.initiate({}));
    expect(error).toMatchObject({ kind: 'problem', status: 401 });
    await waitFor(() => {
      expect(store.getState().session).toMatchObject({ status: 'signed-out', ending: 'expired' });
    });
  });

  it('requests a fresh ID token before it treats the current one as invalid', async () => {
    currentProof.mockImplementation((fresh: boolean) =>
      Promise.resolve({ email: marta.email, idToken: fresh ? 'fresh-id-token' : 'stale-id-token' }),
    );
    serve((call) => {
      if (isExchange(call) && bearer(call) === 'Bearer stale-id-token') {
        return problem(401, 'unauthenticated');
      }
      return shopAfterExpiry(call);
    });
    const store = testStore(marta);
    const { data } = await store.dispatch(listMails.initiate({}));
    expect(data).toEqual([]);
    expect(store.getState().session.status).toBe('signed-in');
  });

  it.each([
    [429, 'rate_limited'],
    [503, 'identity_unavailable'],
  ] as const)('keeps the session when the exchange returns %i', async (status, code) => {
    serve((call) => (isExchange(call) ? problem(status, code) : problem(401, 'unauthenticated')));
    const store = testStore(marta);
    const { error } = await store.dispatch(listMails.initiate({}));
    expect(error).toMatchObject({ kind: 'problem', status });
    expect(store.getState().session.status).toBe('signed-in');
  });

  it('does not retry as another user who signed in in another tab', async () => {
    currentProof.mockResolvedValue({ email: 'ada@garage.example', idToken: 'id-token' });
    const calls = serve(shopAfterExpiry);
    const store = testStore(marta);
    await store.dispatch(listMails.initiate({}));
    expect(calls).toHaveLength(2);
    await waitFor(() => {
      expect(store.getState().session).toMatchObject({
        status: 'restoring',
        person: null,
        accessToken: 'token-2',
      });
    });
  });

  it('does not end the session when an exchange gets no response', async () => {
    serve((call) => {
      if (isExchange(call)) throw new TypeError('Failed to fetch');
      return problem(401, 'unauthenticated');
    });
    const { error } = await testStore(marta).dispatch(listMails.initiate({}));
    expect(error).toEqual({ kind: 'transport', status: 'FETCH_ERROR' });
  });
});

describe('the session of a guest', () => {
  const asGuest = () => {
    const store = testStore();
    comeAsGuest(store, gina);
    return store;
  };

  it('is renewed with the stored guest token, without the identity provider', async () => {
    const calls = serve((call) => {
      if (call.path === '/guests/resume') {
        return json({ ...gina, accessToken: 'token-2' });
      }
      return bearer(call) === 'Bearer token-2' ? json([]) : problem(401, 'unauthenticated');
    });
    const store = asGuest();
    const answers = await Promise.all([
      store.dispatch(listOrdersOf.initiate({ key: gina.email })),
      store.dispatch(listMails.initiate({})),
    ]);
    expect(answers.map(({ data }) => data)).toEqual([[], []]);
    const resumes = calls.filter(({ path }) => path === '/guests/resume');
    expect(resumes.map(({ body }) => body)).toEqual(['{"token":"kept-1"}']);
    expect(store.getState().session).toMatchObject({ accessToken: 'token-2', person: gina });
    expect(currentProof).not.toHaveBeenCalled();
  });

  it('ends when the shop has deleted the guest, and continues when it does not respond', async () => {
    let answer = () => problem(503, 'unavailable');
    serve(({ path }) => (path === '/guests/resume' ? answer() : problem(401, 'unauthenticated')));
    const store = asGuest();
    const silent = await store.dispatch(listOrdersOf.initiate({ key: gina.email }));
    expect(silent.error).toMatchObject({ status: 503 });
    expect(store.getState().session.status).toBe('signed-in');
    answer = () => problem(404, 'guest_link_invalid');
    await store.dispatch(listOrdersOf.initiate({ key: gina.email }, { forceRefetch: true }));
    await waitFor(() => {
      expect(store.getState().session).toEqual({
        status: 'signed-out',
        person: null,
        accessToken: null,
      });
    });
  });

  it('does not end the session of a user who has just signed in', async () => {
    const store = asGuest();
    serve((call) => {
      if (call.path !== '/guests/resume') {
        return bearer(call) === 'Bearer token-of-marta'
          ? json([])
          : problem(401, 'unauthenticated');
      }
      store.dispatch(signedIn({ person: marta, accessToken: 'token-of-marta' }));
      return json({ ...gina, accessToken: 'token-2' });
    });
    await store.dispatch(listOrdersOf.initiate({ key: gina.email }));
    expect(store.getState().session).toMatchObject({
      person: marta,
      accessToken: 'token-of-marta',
    });
  });
});
