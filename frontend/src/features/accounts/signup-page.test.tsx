import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { SignupPage } from './signup-page';

const identity = vi.hoisted(() => ({
  warmUp: vi.fn(),
  createAccount: vi.fn(),
  nameAccount: vi.fn(),
  signInWithGoogle: vi.fn(),
  currentPerson: vi.fn(),
  currentProof: vi.fn(),
}));
vi.mock('../../lib/firebase/auth', () => identity);

const show = (state?: unknown) =>
  renderScreen(<SignupPage />, { path: '/signup', at: '/signup', state });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
const fillAndSubmit = async () => {
  await userEvent.type(screen.getByLabelText('Name'), marta.name);
  await userEvent.type(screen.getByLabelText('Email'), marta.email);
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await submit();
};

describe('the sign-up page', () => {
  beforeEach(() => {
    for (const step of Object.values(identity)) step.mockResolvedValue(undefined);
    identity.currentPerson.mockResolvedValue(marta);
    identity.currentProof.mockResolvedValue({ email: marta.email, idToken: 'id-token' });
    serve(() => json({ accessToken: 'shop-token' }));
  });

  it('requires all three fields', async () => {
    show();
    await submit();
    expect(await screen.findByText('name is required')).toBeVisible();
    expect(screen.getByText('email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(identity.createAccount).not.toHaveBeenCalled();
  });

  it('creates the account, sets its name, exchanges a fresh ID token and goes home', async () => {
    show();
    await fillAndSubmit();
    expect(await screen.findByText('now at /')).toBeVisible();
    expect(identity.createAccount).toHaveBeenCalledWith(marta.email, 'secret');
    expect(identity.nameAccount).toHaveBeenCalledWith(marta.name);
    expect(identity.currentProof).toHaveBeenCalledWith(true);
  });

  it('goes to the page that a guard redirected from', async () => {
    show({ from: { pathname: '/purchase/7', search: '?a=1', hash: '#form' } });
    await fillAndSubmit();
    expect(await screen.findByText('now at /purchase/7')).toBeVisible();
  });

  it('does not create the account twice when a later step failed', async () => {
    const answers = [problem(503, 'unavailable'), json({ accessToken: 'shop-token' })];
    serve(() => answers.shift() ?? problem(500, 'internal'));
    show();
    await fillAndSubmit();
    expect(
      await screen.findByText('The shop is busy right now. Try again in a moment.'),
    ).toBeVisible();
    await submit();
    expect(await screen.findByText('now at /')).toBeVisible();
    expect(identity.createAccount).toHaveBeenCalledTimes(1);
  });
});
