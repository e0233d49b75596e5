import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { closeSession } from '../../api/session/close-session';
import { inserted, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { adopted, signedIn, signedOut } from '../../lib/session/session-slice';
import { FeedbackBox } from './feedback-box';

vi.mock('../../lib/firebase/auth', () => ({ signOut: () => Promise.resolve() }));

const tokenOf = (id: string) => `head.${btoa(JSON.stringify({ sub: id }))}.signature`;
const martaComes = signedIn({ person: marta, accessToken: tokenOf('marta') });

const show = () => renderScreen(<FeedbackBox />, { path: '/', at: '/' });
const message = () => screen.getByLabelText('Tell us what we could do better');
const email = () => screen.getByLabelText('Your email, if you would like a reply');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

describe('the feedback box', () => {
  it('requires a text, and a valid address if there is one', async () => {
    const calls = serve(() => json(inserted('1'), 201));
    show();
    await send();
    expect(await screen.findByText('please enter a message')).toBeVisible();
    expect(message()).toHaveFocus();
    await userEvent.type(message(), 'Good filters.');
    await userEvent.type(email(), 'nobody');
    await send();
    expect(await screen.findByText('provide a valid email')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('sends the text alone when no reply is requested, and thanks the visitor', async () => {
    const calls = serve(() => json(inserted('1'), 201));
    show();
    await userEvent.type(message(), '  Good filters. ');
    await send();
    expect(await screen.findByText(/^Thank you/)).toBeVisible();
    expect(calls[0]).toMatchObject({ path: '/feedback', body: '{"message":"Good filters."}' });
    expect(message()).toHaveValue('');
    expect(sessionStorage.getItem('draft:feedback')).toBeNull();
  });

  it('keeps the text when sending fails', async () => {
    const answers = [problem(429, 'rate_limited'), json(inserted('1'), 201)];
    serve(() => answers.shift() ?? problem(500, 'internal'));
    show();
    await userEvent.type(message(), 'Good filters.');
    await userEvent.type(email(), 'ann@garage.example');
    await send();
    expect(await screen.findByText(/^Not sent\. Too many attempts/)).toBeVisible();
    expect(message()).toHaveValue('Good filters.');
    expect(email()).toHaveValue('ann@garage.example');
    await send();
    expect(await screen.findByText(/^Thank you/)).toBeVisible();
  });

  it('keeps a half-typed text while the footer is hidden', async () => {
    show();
    await userEvent.type(message(), 'The torque figures');
    document.body.replaceChildren();
    show();
    expect(message()).toHaveValue('The torque figures');
  });

  it('reports a text that is too long before sending it, and truncates nothing', async () => {
    const calls = serve(() => json(inserted('1'), 201));
    show();
    await userEvent.click(message());
    await userEvent.paste('x'.repeat(2001));
    await send();
    expect(await screen.findByText('at most 2000 characters; you have typed 2001')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('is cleared by signing out, and stays empty for the next user', async () => {
    const store = show();
    act(() => void store.dispatch(martaComes));
    await userEvent.type(message(), 'From Marta.');
    await userEvent.type(email(), marta.email);
    await act(() => store.dispatch(closeSession()));
    expect(message()).toHaveValue('');
    expect(email()).toHaveValue('');
    await userEvent.type(message(), 'From a visitor.');
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Marta');
  });

  it('keeps the text of an expired session for its user only', async () => {
    const store = show();
    act(() => void store.dispatch(martaComes));
    await userEvent.type(message(), 'From Marta.');
    act(() => void store.dispatch(signedOut('expired')));
    expect(message()).toHaveValue('');
    act(() => void store.dispatch(adopted(tokenOf('ada'))));
    expect(message()).toHaveValue('');
    act(() => void store.dispatch(martaComes));
    expect(message()).toHaveValue('From Marta.');
  });

  it('keeps what a visitor typed before signing in, in addition to the stored draft', async () => {
    const store = show();
    act(() => void store.dispatch(martaComes));
    await userEvent.type(message(), 'First.');
    act(() => void store.dispatch(signedOut('expired')));
    await userEvent.type(message(), 'Second.');
    await userEvent.type(email(), 'ann@garage.example');
    act(() => void store.dispatch(martaComes));
    expect(message()).toHaveValue('First.\n\nSecond.');
    expect(email()).toHaveValue('ann@garage.example');
    act(() => void store.dispatch(signedOut('expired')));
    expect(message()).toHaveValue('');
  });

  it('thanks only a user who has sent something', async () => {
    serve(() => json(inserted('1'), 201));
    const store = show();
    act(() => void store.dispatch(martaComes));
    await userEvent.type(message(), 'Good filters.');
    await send();
    expect(await screen.findByText(/^Thank you/)).toBeVisible();
    act(() => void store.dispatch(signedOut()));
    expect(screen.queryByText(/^Thank you/)).toBeNull();
  });

  it('counts characters as the server does', async () => {
    const calls = serve(() => json(inserted('1'), 201));
    show();
    await userEvent.click(message());
    await userEvent.paste('🔧'.repeat(2000));
    await send();
    expect(await screen.findByText(/^Thank you/)).toBeVisible();
    expect(calls).toHaveLength(1);
  });
});

it('the feedback form offers to reload when its code is gone, and keeps the text', async () => {
  vi.doMock('./send-feedback', () => {
    throw new Error('gone');
  });
  vi.resetModules();
  show();
  await userEvent.type(message(), 'Good filters.');
  await send();
  expect(await screen.findByText(/the shop has just been updated/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(message()).toHaveValue('Good filters.');
});
