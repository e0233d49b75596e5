import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { marta } from '../../testing/fixtures';
import { json, renderScreen, serve } from '../../testing/test-shop';
import { ResetPasswordPage } from './reset-password-page';

const identity = vi.hoisted(() => ({
  warmUp: vi.fn(),
  setNewPassword: vi.fn(),
  confirmAddress: vi.fn(),
  moveToAddress: vi.fn(),
  signOut: vi.fn(),
  currentProof: vi.fn(),
  currentPerson: vi.fn(),
}));
vi.mock('../../lib/firebase/auth', () => identity);

const refusal = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code });

const show = (query = '#oobCode=code') =>
  renderScreen(<ResetPasswordPage />, { path: '/reset-password', at: `/reset-password${query}` });
const save = async () => {
  await userEvent.type(screen.getByLabelText('New password'), 'garage-2');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
};
const newLink = () => screen.findByRole('link', { name: 'Request a new link' });

describe('the new-password page', () => {
  beforeEach(() => {
    identity.warmUp.mockResolvedValue(undefined);
    identity.setNewPassword.mockResolvedValue(undefined);
    identity.confirmAddress.mockResolvedValue(undefined);
  });

  it('confirms an address on a click, because email programs open links', async () => {
    show('#mode=verifyEmail&oobCode=code');
    const button = await screen.findByRole('button', { name: 'Confirm my email address' });
    expect(identity.confirmAddress).not.toHaveBeenCalled();
    await userEvent.click(button);
    expect(await screen.findByText('Your email address is confirmed.')).toBeVisible();
    expect(identity.confirmAddress).toHaveBeenCalledWith('code');
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  it('reports a confirmed address to the shop while its owner is signed in', async () => {
    identity.currentProof.mockResolvedValue({ email: marta.email, idToken: 'id-token' });
    identity.currentPerson.mockResolvedValue(marta);
    const calls = serve(() => json({ accessToken: 'token-2' }));
    renderScreen(<ResetPasswordPage />, {
      path: '/reset-password',
      at: '/reset-password#mode=verifyEmail&oobCode=code',
      person: marta,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm my email address' }));
    expect(await screen.findByText('Your email address is confirmed.')).toBeVisible();
    expect(calls.map(({ method, headers }) => `${method} ${headers.get('authorization')}`)).toEqual(
      ['PUT Bearer id-token'],
    );
    expect(identity.currentProof).toHaveBeenCalledWith(true);
    expect(screen.getByRole('link', { name: 'To My Profile' })).toHaveAttribute(
      'href',
      '/dashboard/profile',
    );
  });

  it.each([
    [marta.email, 'signed-out'],
    ['olga@example.com', 'signed-in'],
  ])('moves %s and leaves Marta %s', async (former, status) => {
    identity.moveToAddress.mockResolvedValue(former);
    identity.currentPerson.mockResolvedValue(marta);
    identity.signOut.mockResolvedValue(undefined);
    serve(() => json({ acknowledged: true }));
    const store = renderScreen(<ResetPasswordPage />, {
      path: '/reset-password',
      at: '/reset-password?mode=verifyAndChangeEmail&oobCode=code',
      person: marta,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Use this email address' }));
    await expect.poll(() => identity.moveToAddress.mock.calls).toEqual([['code']]);
    // The end of a session takes a moment.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect.poll(() => store.getState().session.status).toBe(status);
  });

  it('reports a confirmation link that is no longer valid', async () => {
    identity.confirmAddress.mockRejectedValue(refusal('auth/invalid-action-code'));
    show('#mode=verifyEmail&oobCode=code');
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm my email address' }));
    expect(await screen.findByText(/^invalid action code/)).toBeVisible();
  });

  it('sets the password and links to signing in', async () => {
    show();
    await save();
    expect(await screen.findByText(/^Your password has been changed/)).toBeVisible();
    expect(identity.setNewPassword).toHaveBeenCalledWith('code', 'garage-2');
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  it.each(['auth/expired-action-code', 'auth/invalid-action-code'])(
    'offers a new email when the link is expired: %s',
    async (code) => {
      identity.setNewPassword.mockRejectedValue(refusal(code));
      show();
      await save();
      expect(await newLink()).toHaveAttribute('href', '/signin#email');
      expect(await newLink()).toHaveFocus();
      expect(screen.getByRole('alert')).toHaveTextContent('request a new email');
      expect(screen.queryByLabelText('New password')).toBeNull();
    },
  );

  it('offers a new email when the link is incomplete', async () => {
    show('');
    expect(await newLink()).toHaveAttribute('href', '/signin#email');
  });

  it('keeps the form for errors that can be retried', async () => {
    identity.setNewPassword.mockRejectedValue(refusal('auth/network-request-failed'));
    show();
    await save();
    expect(await screen.findByText(/^network request failed/)).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('garage-2');
    expect(screen.queryByRole('link', { name: 'Request a new link' })).toBeNull();
  });
});
