import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anOrder, deleted, gina, marta } from '../../../testing/fixtures';
import {
  comeAsGuest,
  json,
  problem,
  renderScreen,
  serve,
  testStore,
  type Call,
} from '../../../testing/test-shop';
import { isLinked, orderOpened } from '../../../lib/session/order-links';
import { signedIn } from '../../../lib/session/session-slice';
import { GuestOrderPage } from './guest-order-page';
import { MyOrderPage } from './my-order-page';

const signOut = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('../../../lib/firebase/auth', () => ({ signOut }));

const bearer = (call?: Call) => call?.headers.get('authorization');

/** A shop where the link `good` opens an order. */
function open(at: string, answer?: () => Response | undefined, before = testStore()) {
  const calls = serve((call) => {
    const given = answer?.();
    if (given) return given;
    if (call.path === '/order-links') {
      if (call.body.includes('"revoked"')) return problem(410, 'link_revoked');
      return call.body.includes('"good"')
        ? json({ accessToken: 'token-l', order: 'order-1' })
        : problem(404, 'guest_link_invalid');
    }
    if (call.path.startsWith('/orders/')) return json([anOrder({ email: gina.email })]);
    return json({ acknowledged: true });
  });
  const store = renderScreen(<MyOrderPage />, { path: '/my-order', at, store: before });
  return { calls, store };
}

beforeEach(() => {
  sessionStorage.clear();
});

describe('the page for links in emails to guests', () => {
  it.each(['/my-order#token=good', '/my-order?token=good'])(
    'opens the order of %s, removes the secret from the URL, and does not sign in',
    async (at) => {
      const { store } = open(at);
      expect(await screen.findByText('now at /my-order/order-1')).toBeVisible();
      expect(store.getState().session.status).toBe('signed-out');
      expect(isLinked('order-1')).toBe(true);
      expect(localStorage.getItem('accessToken')).toBeNull();
    },
  );

  it.each([
    ['/my-order#token=forged', 'This link is invalid or has expired'],
    ['/my-order#token=revoked', 'This link has been revoked'],
    ['/my-order#token=', 'This link is incomplete'],
    ['/my-order', 'Find your order'],
  ])('shows at %s: %s', async (at, title) => {
    const { store } = open(at);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(store.getState().session.status).toBe('signed-out');
  });

  it('can be retried when the shop does not respond', async () => {
    let down = true;
    open('/my-order#token=good', () => (down ? problem(503, 'unavailable') : undefined));
    const again = await screen.findByRole('button', { name: 'Try again' });
    down = false;
    await userEvent.click(again);
    expect(await screen.findByText('now at /my-order/order-1')).toBeVisible();
  });

  it('lists this browser’s guest orders until the guest is forgotten', async () => {
    const { calls, store } = open('/my-order');
    act(() => {
      comeAsGuest(store, gina);
    });
    expect(await screen.findByRole('link', { name: /^Alternator, order AP-/ })).toHaveAttribute(
      'href',
      '/my-order/order-1',
    );
    expect(screen.getByText(/^You ordered as gina@garage.example/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Forget me in this browser' }));
    expect(await screen.findByText('now at /')).toBeVisible();
    expect(store.getState().session.status).toBe('signed-out');
    await waitFor(() => {
      const end = calls.find(({ method, path }) => `${method} ${path}` === 'DELETE /sessions');
      expect(bearer(end)).toBe('Bearer token-1');
    });
    expect(signOut).not.toHaveBeenCalled();
  });
});

describe('the page for a known user', () => {
  it('leaves a member signed in', async () => {
    const { store } = open('/my-order#token=good', undefined, testStore(marta));
    expect(await screen.findByText('now at /my-order/order-1')).toBeVisible();
    expect(store.getState().session).toMatchObject({ person: marta, accessToken: 'token-1' });
  });

  it('keeps this browser’s guest for the next checkout', async () => {
    const store = testStore();
    comeAsGuest(store, gina);
    open('/my-order#token=good', undefined, store);
    expect(await screen.findByText('now at /my-order/order-1')).toBeVisible();
    expect(store.getState().session).toMatchObject({ person: gina, guestToken: 'kept-1' });
  });

  it('redirects a member to the dashboard without a link', async () => {
    serve(() => json({ acknowledged: true }));
    renderScreen(<MyOrderPage />, { path: '/my-order', at: '/my-order', store: testStore(marta) });
    expect(await screen.findByText('now at /dashboard')).toBeVisible();
  });

  it('revokes every link of the guest on request', async () => {
    const { calls, store } = open('/my-order');
    act(() => {
      comeAsGuest(store, gina);
    });
    await userEvent.click(await screen.findByRole('button', { name: 'end the links as well' }));
    expect(await screen.findByText('now at /')).toBeVisible();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(
      `DELETE /sessions/${encodeURIComponent(gina.email)}`,
    );
  });
});

describe('the page of a guest’s order', () => {
  const show = () =>
    renderScreen(<GuestOrderPage />, { path: '/my-order/:id', at: '/my-order/order-1' });

  it('shows it without checking for an admin', async () => {
    const calls = serve(() => json(anOrder({ email: gina.email })));
    const store = show();
    act(() => {
      comeAsGuest(store, gina);
    });
    expect(await screen.findByRole('heading', { name: 'Order AP-7KQD-M2XW' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'pay' })).toHaveAttribute('href', '/payment/order-1');
    expect(screen.getByRole('link', { name: 'All your orders' })).toHaveAttribute(
      'href',
      '/my-order',
    );
    expect(calls.map(({ path }) => path)).toEqual(['/order/order-1']);
  });

  describe('opened by its link', () => {
    const openByLink = (answer: (call: Call) => Response | undefined) => {
      orderOpened('order-1', 'good', 'token-l');
      const calls = serve((call) => answer(call) ?? json(anOrder({ email: gina.email })));
      return { calls, store: show() };
    };

    it('shows the link’s own access token, and offers to pay, to delete and to revoke', async () => {
      const { calls, store } = openByLink(({ method }) =>
        method === 'DELETE' ? json(deleted) : undefined,
      );
      expect(await screen.findByRole('link', { name: 'pay' })).toBeVisible();
      expect(bearer(calls[0])).toBe('Bearer token-l');
      expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible();
      expect(screen.queryByRole('link', { name: 'All your orders' })).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Revoke emailed links' }));
      const dialog = screen.getByRole('dialog');
      await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
      expect(await screen.findByText('now at /my-order')).toBeVisible();
      const last = calls.at(-1);
      expect(`${last?.method} ${last?.path}`).toBe('DELETE /order/order-1/links');
      expect(bearer(last)).toBe('Bearer token-l');
      expect(isLinked('order-1')).toBe(false);
      expect(store.getState().session.status).toBe('signed-out');
    });

    it('opens the link again when its access token has expired', async () => {
      const { calls } = openByLink(({ path, headers }) => {
        if (path === '/order-links') return json({ accessToken: 'token-2', order: 'order-1' });
        return headers.get('authorization') === 'Bearer token-2'
          ? undefined
          : problem(401, 'unauthenticated');
      });
      expect(await screen.findByRole('heading', { name: 'Order AP-7KQD-M2XW' })).toBeVisible();
      expect(calls.map(({ path }) => path)).toEqual([
        '/order/order-1',
        '/order-links',
        '/order/order-1',
      ]);
    });

    it('reports that the link has been revoked', async () => {
      const { store } = openByLink(({ path }) =>
        path === '/order-links' ? problem(410, 'link_revoked') : problem(401, 'unauthenticated'),
      );
      expect(
        await screen.findByRole('heading', { name: 'This link has been revoked' }),
      ).toBeVisible();
      expect(isLinked('order-1')).toBe(false);
      expect(store.getState().session.status).toBe('signed-out');
    });
  });

  it('explains to an unknown visitor how to return', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Find your order' })).toBeVisible();
  });

  it('redirects members to their own page of it', async () => {
    const store = show();
    act(() => {
      store.dispatch(signedIn({ person: marta, accessToken: 'token-1' }));
    });
    expect(await screen.findByText('now at /dashboard/orders/order-1')).toBeVisible();
  });
});
