import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, marta, problem, renderScreen, serve } from '../../api/testing';
import { SigninPage } from './signin-page';

const identity = vi.hoisted(() => ({
  warmUp: vi.fn(),
  signIn: vi.fn(),
  signInWithGoogle: vi.fn(),
  sendResetMail: vi.fn(),
  currentPerson: vi.fn(),
  currentProof: vi.fn(),
}));
vi.mock('../../lib/firebase/auth', () => identity);
const notify = vi.hoisted(() => ({ info: vi.fn() }));
vi.mock('../../ui/notify', () => ({ notify }));

const show = (state?: unknown) =>
  renderScreen(<SigninPage />, { path: '/signin', at: '/signin', state });
const fill = async (email: string, password: string) => {
  await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

describe('the sign-in page', () => {
  beforeEach(() => {
    for (const step of Object.values(identity)) step.mockReset().mockResolvedValue(undefined);
    identity.currentPerson.mockResolvedValue(marta);
    identity.currentProof.mockResolvedValue({ email: marta.email, idToken: 'id-token' });
    serve(() => json({ accessToken: 'shop-token' }));
  });

  it('asks for both fields before it tries anything', async () => {
    show();
    await submit();
    expect(await screen.findByText('email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(identity.signIn).not.toHaveBeenCalled();
  });

  it('signs in, fetches an access token and goes back to where the visitor came from', async () => {
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

  it('goes home when there is no origin', async () => {
    show();
    await fill(marta.email, 'secret');
    await submit();
    expect(await screen.findByText('now at /')).toBeVisible();
  });

  it('tells why the provider refused and keeps what was typed', async () => {
    identity.signIn.mockRejectedValue(
      Object.assign(new Error('Firebase: Error (auth/wrong-password).'), {
        code: 'auth/wrong-password',
      }),
    );
    const store = show();
    await fill(marta.email, 'not-it');
    await submit();
    expect(await screen.findByText('wrong password')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue(marta.email);
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(store.getState().session.status).toBe('signed-out');
  });

  it('tells when the shop itself did not let the visitor in', async () => {
    serve(() => problem(429, 'rate_limited'));
    const store = show();
    await fill(marta.email, 'secret');
    await submit();
    expect(await screen.findByText(/^That was a lot at once/)).toBeVisible();
    expect(store.getState().session.status).toBe('signed-out');
  });

  it('sends a reset mail to the typed address', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('email is required')).toBeVisible();
    expect(identity.sendResetMail).not.toHaveBeenCalled();

    await userEvent.type(screen.getByLabelText('Email'), marta.email);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await vi.waitFor(() => {
      expect(notify.info).toHaveBeenCalledWith('Sent email');
    });
    expect(identity.sendResetMail).toHaveBeenCalledWith(marta.email);
  });

  it('signs in with Google', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Continue with google' }));
    expect(await screen.findByText('now at /')).toBeVisible();
    expect(identity.signInWithGoogle).toHaveBeenCalledTimes(1);
  });
});
