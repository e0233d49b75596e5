import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { anOrder, gina, marta } from '../../../testing/fixtures';
import {
  comeAsGuest,
  json,
  problem,
  renderScreen,
  serve,
  testStore,
  type Call,
} from '../../../testing/test-shop';
import { signedIn } from '../../../lib/session/session-slice';
import { GuestOrderPage } from './guest-order-page';
import { MyOrderPage } from './my-order-page';

const signOut = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('../../../lib/firebase/auth', () => ({ signOut }));

const bearer = (call?: Call) => call?.headers.get('authorization');

/** A shop that knows the link `good` of the guest's order. */
function open(at: string, answer?: () => Response | undefined) {
  const calls = serve((call) => {
    const given = answer?.();
    if (given) return given;
    if (call.path === '/guests/resume') {
      return call.body.includes('"good"')
        ? json({ ...gina, accessToken: 'token-g', order: 'order-1' })
        : problem(404, 'guest_link_invalid');
    }
    if (call.path.startsWith('/orders/')) return json([anOrder({ email: gina.email })]);
    return json({ acknowledged: true });
  });
  const store = renderScreen(<MyOrderPage />, { path: '/my-order', at });
  return { calls, store };
}

describe('the page that the emails to guests lead to', () => {
  it('opens the order, and takes the secret out of the address', async () => {
    const { store } = open('/my-order?token=good');
    expect(await screen.findByText('now at /my-order/order-1')).toBeVisible();
    expect(store.getState().session).toMatchObject({
      person: gina,
      accessToken: 'token-g',
      guestToken: 'good',
    });
  });

  it.each([
    ['/my-order?token=forged', 'This link is invalid or has expired'],
    ['/my-order?token=', 'This link is incomplete'],
    ['/my-order', 'Find your order'],
  ])('says at %s: %s', async (at, title) => {
    const { store } = open(at);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(store.getState().session.status).toBe('signed-out');
  });

  it('can be tried again when the shop does not answer', async () => {
    let down = true;
    open('/my-order?token=good', () => (down ? problem(503, 'unavailable') : undefined));
    const again = await screen.findByRole('button', { name: 'Try again' });
    down = false;
    await userEvent.click(again);
    expect(await screen.findByText('now at /my-order/order-1')).toBeVisible();
  });

  it('lists what the guest of this browser has ordered, until they want to be forgotten', async () => {
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

describe('the page for a member who opens a guest’s link', () => {
  const openAsMember = (at: string) => {
    const calls = serve(({ path, body }) => {
      if (path !== '/guests/resume') return json({ acknowledged: true });
      return body.includes('"good"')
        ? json({ ...gina, accessToken: 'token-g', order: 'order-1' })
        : problem(404, 'guest_link_invalid');
    });
    const store = testStore(marta);
    renderScreen(<MyOrderPage />, { path: '/my-order', at, store });
    return { calls, store };
  };

  it('asks before it signs them out', async () => {
    const { calls, store } = openAsMember('/my-order?token=good');
    expect(await screen.findByText(/^You are signed in as marta@/)).toBeVisible();
    expect(calls).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Open the order' }));
    expect(await screen.findByText('now at /my-order/order-1')).toBeVisible();
    expect(store.getState().session.person).toEqual(gina);
  });

  it('leaves them signed in when the link is not good', async () => {
    const { store } = openAsMember('/my-order?token=forged');
    await userEvent.click(await screen.findByRole('button', { name: 'Open the order' }));
    expect(
      await screen.findByRole('heading', { name: 'This link is invalid or has expired' }),
    ).toBeVisible();
    expect(store.getState().session.person).toEqual(marta);
  });

  it('leads to the dashboard without a link', async () => {
    openAsMember('/my-order');
    expect(await screen.findByText('now at /dashboard')).toBeVisible();
  });
});

describe('the page of a guest’s order', () => {
  const show = () =>
    renderScreen(<GuestOrderPage />, { path: '/my-order/:id', at: '/my-order/order-1' });

  it('shows it without asking whether they run the shop', async () => {
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

  it('says how to come back to whoever is not known here', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Find your order' })).toBeVisible();
  });

  it('leads members to their own page of it', async () => {
    const store = show();
    act(() => {
      store.dispatch(signedIn({ person: marta, accessToken: 'token-1' }));
    });
    expect(await screen.findByText('now at /dashboard/orders/order-1')).toBeVisible();
  });
});
