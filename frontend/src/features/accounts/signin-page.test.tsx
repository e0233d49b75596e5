import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPart, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { signedIn, signedOut } from '../../lib/session/session-slice';
import { SigninPage } from './signin-page';

const identity = vi.hoisted(() => ({
  warmUp: vi.fn(),
  signIn: vi.fn(),
  signInWithGoogle: vi.fn(),
  sendResetMail: vi.fn(),
  sendConfirmationMail: vi.fn(),
  currentPerson: vi.fn(),
  currentProof: vi.fn(),
}));
vi.mock('../../lib/firebase/auth', () => identity);
const notify = vi.hoisted(() => ({ info: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const show = (state?: unknown) =>
  renderScreen(<SigninPage />, { path: '/signin', at: '/signin', state });
const fill = async (email: string, password: string) => {
  await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

describe('the sign-in page', () => {
  beforeEach(() => {
    for (const step of Object.values(identity)) step.mockResolvedValue(undefined);
    identity.currentPerson.mockResolvedValue(marta);
    identity.currentProof.mockResolvedValue({ email: marta.email, idToken: 'id-token' });
    serve(() => json({ accessToken: 'shop-token' }));
  });

  it('requires both fields before it sends anything', async () => {
    show();
    await submit();
    expect(await screen.findByText('email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(identity.signIn).not.toHaveBeenCalled();
  });

  it.each([
    ['?quantity=30', '30'],
    ['?quantity=1.5', '10'],
    ['', '10'],
  ])('offers to order a part as a guest: %s', async (search, pieces) => {
    serve(() => json(aPart()));
    show({ from: { pathname: `/purchase/${aPart()._id}`, search } });
    expect(await screen.findByRole('link', { name: 'Order as a guest' })).toHaveAttribute(
      'href',
      `/checkout?part=${aPart()._id}&quantity=${pieces}`,
    );
  });

  it('tells guests who want to pay how to return', () => {
    show({ from: { pathname: '/payment/order-1' } });
    expect(screen.getByText(/^Ordered without an account\? Open the link/)).toBeVisible();
  });

  it('signs in, fetches an access token and returns to the previous page', async () => {
    const store = show({ from: { pathname: '/purchase/7', search: '', hash: '' } });
    await fill(marta.email, 'secret');
    await submit();
    expect(await screen.findByText('now at /purchase/7')).toBeVisible();
    expect(identity.signIn).toHaveBeenCalledWith(marta.email, 'secret');
    expect(store.getState().session).toEqual({
      status: 'signed-in',
      person: marta,
      accessToken: 'shop-token',
    });
  });

  it('names the part that the visitor was about to order', async () => {
    const calls = serve(() => json(aPart()));
    show({ from: { pathname: '/purchase/part-1', search: '?quantity=20', hash: '' } });
    expect(
      await screen.findByRole('heading', { name: 'Sign in to order Alternator' }),
    ).toBeVisible();
    expect(calls.map(({ path }) => path)).toEqual(['/parts/part-1']);
    expect(document.title).toBe('Sign in | Autoparts');
  });

  it.each([
    ['from another page', { pathname: '/dashboard', search: '', hash: '' }],
    ['for an unknown part', { pathname: '/purchase/x', search: '', hash: '' }],
  ])('names none %s', async (_, from) => {
    serve(() => problem(404, 'not_found'));
    show({ from });
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  it('offers a confirmation email when the shop requires a confirmed address', async () => {
    serve(() => problem(409, 'address_taken'));
    identity.sendConfirmationMail.mockResolvedValue(marta.email);
    show();
    await fill(marta.email, 'secret');
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Send confirmation email' }));
    expect(
      await screen.findByText(`We sent an email to ${marta.email}.`, { exact: false }),
    ).toBeVisible();
    expect(identity.sendConfirmationMail).toHaveBeenCalledOnce();
  });

  it('offers no such email for any other error', async () => {
    serve(() => problem(403, 'not_your_address'));
    show();
    await fill(marta.email, 'secret');
    await submit();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send confirmation email' })).toBeNull();
  });

  it('goes home when there is no origin', async () => {
    show();
    await fill(marta.email, 'secret');
    await submit();
    expect(await screen.findByText('now at /')).toBeVisible();
  });

  it('shows the provider’s error and keeps what was typed', async () => {
    identity.signIn.mockRejectedValue(
      Object.assign(new Error('Firebase: Error (auth/wrong-password).'), {
        code: 'auth/wrong-password',
      }),
    );
    const store = show();
    await fill(marta.email, 'not-it');
    await submit();
    expect(await screen.findByText(/^wrong password: /)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue(marta.email);
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(store.getState().session.status).toBe('signed-out');
  });

  it('reports when the shop itself rejected the sign-in', async () => {
    serve(() => problem(429, 'rate_limited'));
    const store = show();
    await fill(marta.email, 'secret');
    await submit();
    expect(await screen.findByText(/^Too many attempts/)).toBeVisible();
    expect(store.getState().session.status).toBe('signed-out');
  });

  it('sends a reset email to the typed address', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('email is required')).toBeVisible();
    expect(identity.sendResetMail).not.toHaveBeenCalled();

    await userEvent.type(screen.getByLabelText('Email'), marta.email);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => {
      expect(notify.info).toHaveBeenCalledWith('Sent email');
    });
    expect(identity.sendResetMail).toHaveBeenCalledWith(marta.email);
  });

  it('redirects a signed-in user without an origin to home', async () => {
    renderScreen(<SigninPage />, { path: '/signin', at: '/signin', person: marta });
    expect(await screen.findByText('now at /')).toBeVisible();
  });

  it('explains after a guard’s redirect that the page requires an admin account', () => {
    const state = { from: { pathname: '/dashboard/users' } };
    renderScreen(<SigninPage />, { path: '/signin', at: '/signin', state, person: marta });
    expect(screen.getByText(/requires an admin account/)).toBeVisible();
  });

  it('continues when the visitor signs in in another tab', async () => {
    const store = show({ from: { pathname: '/purchase/7' } });
    act(() => {
      store.dispatch(signedIn({ person: marta, accessToken: 'theirs' }));
    });
    expect(await screen.findByText('now at /purchase/7')).toBeVisible();
  });

  it('explains why the session ended', () => {
    const state = { from: { pathname: '/purchase/7' } };
    const store = renderScreen(<SigninPage />, { path: '/signin', at: '/signin', state });
    cleanup();
    store.dispatch(signedIn({ person: marta, accessToken: 'hers' }));
    store.dispatch(signedOut('expired'));
    render(
      <Provider store={store}>
        <MemoryRouter initialEntries={[{ pathname: '/signin', state }]}>
          <SigninPage />
        </MemoryRouter>
      </Provider>,
    );
    expect(screen.getByText(/^Your session has expired\./)).toBeVisible();
  });

  it('can be used while the Google window is open, and can stop waiting', async () => {
    identity.signInWithGoogle.mockReturnValue(new Promise(() => undefined));
    show();
    const google = screen.getByRole('button', { name: 'Continue with google' });
    await userEvent.click(google);
    expect(await screen.findByText(/^Waiting for the Google window\./)).toBeVisible();
    expect(google).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Stop waiting' }));
    expect(screen.queryByText(/^Waiting for the Google window\./)).toBeNull();
    expect(google).toHaveFocus();

    await userEvent.click(google);
    await fill(marta.email, 'secret');
    await submit();
    expect(await screen.findByText('now at /')).toBeVisible();
  });

  it('ignores the Google window once another attempt has started', async () => {
    identity.signInWithGoogle.mockReturnValue(new Promise(() => undefined));
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Continue with google' }));
    await waitFor(() => {
      expect(identity.signInWithGoogle).toHaveBeenCalled();
    });
    const [isWanted] = identity.signInWithGoogle.mock.lastCall as [() => boolean];
    expect(isWanted()).toBe(true);
    // The user may also sign in by form on another screen.
    cleanup();
    show();
    expect(isWanted()).toBe(true);
    await fill(marta.email, 'secret');
    await submit();
    expect(isWanted()).toBe(false);
    expect(await screen.findByText('now at /')).toBeVisible();
  });

  it('does not report the outcome of an abandoned attempt', async () => {
    let close: (reason: Error) => void = () => undefined;
    identity.signInWithGoogle.mockReturnValue(
      new Promise((_, reject) => {
        close = reject;
      }),
    );
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Continue with google' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Stop waiting' }));
    await act(async () => {
      close(Object.assign(new Error('closed'), { code: 'auth/popup-closed-by-user' }));
      await Promise.resolve();
    });
    expect(screen.queryByText(/popup closed/)).toBeNull();
  });

  it('signs in with Google', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Continue with google' }));
    expect(await screen.findByText('now at /')).toBeVisible();
    expect(identity.signInWithGoogle).toHaveBeenCalledTimes(1);
  });
});
