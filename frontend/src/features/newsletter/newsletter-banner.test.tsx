import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { invalidFields } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { NewsletterBanner } from './newsletter-banner';

const SENT = 'Check your inbox: the link in our email takes you to your $50 coupon.';

const show = () => renderScreen(<NewsletterBanner />, { path: '/', at: '/' });
const email = () => screen.getByLabelText('Email');
const signUp = () => userEvent.click(screen.getByRole('button', { name: 'SIGN UP' }));

describe('the newsletter form', () => {
  it('states the value and the terms of the coupon', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Sign up and get a $50 coupon' })).toBeVisible();
    expect(
      screen.getByText(/^For one order of at least \$100 before shipping and tax/),
    ).toBeVisible();
    expect(screen.queryByText(/cannot be used/)).toBeNull();
  });

  it('requires a valid address', async () => {
    const calls = serve(() => json({ acknowledged: true }, 202));
    show();
    await signUp();
    expect(await screen.findByText('email is required')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(email()).toHaveAccessibleDescription('email is required');
    await userEvent.type(email(), 'marta@garage');
    expect(screen.queryByText('email is required')).toBeNull();
    await signUp();
    expect(await screen.findByText('provide a valid email')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('trims and sends the address, and explains what comes next', async () => {
    const calls = serve(() => json({ acknowledged: true }, 202));
    show();
    await userEvent.type(email(), ' marta@northgarage.example ');
    await signUp();
    expect(await screen.findByText(SENT)).toBeVisible();
    expect(screen.getByText(/earlier email from us/)).toBeVisible();
    expect(email()).toHaveValue('');
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/newsletter',
      body: '{"email":"marta@northgarage.example"}',
    });
  });

  it('keeps the address when sending fails, and can retry', async () => {
    const responses = [problem(503, 'unavailable'), json({ acknowledged: true }, 202)];
    serve(() => responses.shift() ?? problem(500, 'internal'));
    show();
    await userEvent.type(email(), 'marta@northgarage.example');
    await signUp();
    expect(
      await screen.findByText('The shop is busy right now. Try again in a moment.'),
    ).toBeVisible();
    expect(email()).toHaveValue('marta@northgarage.example');
    await signUp();
    expect(await screen.findByText(SENT)).toBeVisible();
  });

  it('shows server errors at the field', async () => {
    serve(() =>
      json(
        invalidFields({ field: 'email', code: 'not_an_email', message: 'email is not an address' }),
        422,
      ),
    );
    show();
    await userEvent.type(email(), 'marta@northgarage.example');
    await signUp();
    expect(await screen.findByText('email is not an address')).toBeVisible();
    expect(email()).toHaveAttribute('aria-invalid', 'true');
    expect(email()).toHaveFocus();
    expect(screen.queryByText(SENT)).toBeNull();
  });
});

it('the newsletter form offers to reload when its script fails to load, and keeps the address', async () => {
  vi.doMock('./join-newsletter', () => {
    throw new Error('gone');
  });
  vi.resetModules();
  const reload = vi.fn();
  vi.stubGlobal('location', { origin: window.location.origin, reload });
  show();
  await userEvent.type(email(), 'marta@northgarage.example');
  await signUp();
  expect(await screen.findByText(/the shop has just been updated/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalled();
  cleanup();
  show();
  expect(email()).toHaveValue('marta@northgarage.example');
});
