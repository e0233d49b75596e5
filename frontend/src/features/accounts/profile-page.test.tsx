import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/index';
import { signedOut } from '../../lib/session/session-slice';
import { aUser, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve, testStore, type Call } from '../../testing/test-shop';
import { ProfilePage } from './profile-page';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const identity = vi.hoisted(() => ({
  currentPerson: vi.fn(),
  nameAccount: vi.fn(),
  signOut: vi.fn(),
  warmUp: vi.fn(),
  sendConfirmationMail: vi.fn(),
  sendResetMail: vi.fn(),
  hasPassword: vi.fn(),
  signInAgain: vi.fn(),
  changePassword: vi.fn(),
  sendMovingMail: vi.fn(),
  deleteAccount: vi.fn(),
  currentProof: vi.fn(),
}));
vi.mock('../../lib/firebase/auth', () => identity);

const newcomer = aUser();
const profile = {
  name: 'Marta L.',
  address: '12 Harbor Street',
  education: 'Motor mechanic',
  phone: '555 0100',
  linkedin: 'https://www.linkedin.com/in/marta',
};

function show(user: object, update: (call: Call) => Response = () => json({ modifiedCount: 1 })) {
  let known = user;
  const calls = serve((call) => {
    if (call.method === 'GET') return json(known);
    const answer = update(call);
    if (answer.ok) known = { ...known, ...(JSON.parse(call.body) as object) };
    return answer;
  });
  const store = renderScreen(<ProfilePage />, { path: '/profile', at: '/profile', person: marta });
  const updates = () => calls.filter(({ method }) => method === 'PUT');
  return Object.assign(updates, { person: () => store.getState().session.person });
}
const details = async () => within(await screen.findByRole('region', { name: 'Your details' }));
const update = () => userEvent.click(screen.getByRole('button', { name: 'Update' }));

describe('My Profile', () => {
  beforeEach(() => {
    identity.currentPerson.mockResolvedValue(marta);
    identity.nameAccount.mockResolvedValue(undefined);
    identity.signOut.mockResolvedValue(undefined);
  });

  it('signs out everywhere, including here', async () => {
    const calls = serve((call) =>
      call.method === 'GET' ? json(newcomer) : json({ acknowledged: true }),
    );
    const store = renderScreen(<ProfilePage />, {
      path: '/profile',
      at: '/profile',
      person: marta,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => {
      expect(store.getState().session.status).toBe('signed-out');
    });
    const [first] = calls.filter(({ method }) => method === 'DELETE');
    expect(decodeURIComponent(first?.path ?? '')).toBe(`/sessions/${marta.email}`);
  });

  it('stays signed in when signing out everywhere fails', async () => {
    serve((call) => (call.method === 'GET' ? json(newcomer) : problem(503, 'unavailable')));
    const store = renderScreen(<ProfilePage />, {
      path: '/profile',
      at: '/profile',
      person: marta,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText(/^The shop is busy right now/)).toBeVisible();
    expect(store.getState().session.status).toBe('signed-in');
    store.dispatch(signedOut('elsewhere'));
    expect(store.getState().session.ending).toBe('elsewhere');
  });

  it.each([
    { end: 'everywhere', answer: () => Promise.reject(new TypeError()) },
    { end: 'elsewhere', answer: () => json(newcomer) },
  ])('checks the outcome when the response was lost: $end', async ({ end, answer }) => {
    let isLost = false;
    serve((call) => {
      if (call.method === 'GET') return isLost ? answer() : json(newcomer);
      isLost = true;
      return Promise.reject(new TypeError());
    });
    const store = renderScreen(<ProfilePage />, {
      path: '/profile',
      at: '/profile',
      person: marta,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText(/^The shop did not answer/)).toBeVisible();
    expect(store.getState().session.status).toBe('signed-in');
    if (end === 'elsewhere') {
      await waitFor(() => {
        expect(store.getState().session.leavingEverywhere).toBe(false);
      });
    }
    store.dispatch(signedOut('elsewhere'));
    expect(store.getState().session.ending).toBe(end);
  });

  it('emails a link to confirm the address, until it is confirmed', async () => {
    show({ ...newcomer, emailVerified: false });
    identity.sendConfirmationMail.mockResolvedValue(marta.email);
    await userEvent.click(await screen.findByRole('button', { name: 'Send confirmation email' }));
    expect(
      await screen.findByText(`We sent an email to ${marta.email}. Open the link in it.`),
    ).toBeVisible();
    cleanup();
    show({ ...newcomer, emailVerified: true });
    expect(await screen.findByText('Your email address is confirmed.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send confirmation email' })).toBeNull();
  });

  it('emails a link for a new password, and reports a failure', async () => {
    show(newcomer);
    const busy = Object.assign(new Error('Firebase: Error (auth/unavailable).'), {
      code: 'auth/unavailable',
    });
    identity.sendResetMail.mockRejectedValueOnce(busy).mockResolvedValue(undefined);
    const button = await screen.findByRole('button', { name: 'Email me a link' });
    await userEvent.click(button);
    expect(await screen.findByText(/^unavailable: the sign-in service is busy/)).toBeVisible();
    await userEvent.click(button);
    expect(await screen.findByText(/Its link is valid for one hour\.$/)).toBeVisible();
    expect(identity.sendResetMail).toHaveBeenLastCalledWith(marta.email);
  });

  it('changes the address through an email, after the password', async () => {
    show(newcomer);
    identity.hasPassword.mockResolvedValue(true);
    const wrong = Object.assign(new Error('Firebase: Error (auth/wrong-password).'), {
      code: 'auth/wrong-password',
    });
    identity.signInAgain.mockRejectedValueOnce(wrong).mockResolvedValue(undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Change email address' }));
    const dialog = within(await screen.findByRole('dialog'));
    const send = dialog.getByRole('button', { name: 'Send email' });
    await userEvent.click(send);
    expect(await dialog.findByText('email is required')).toBeVisible();
    expect(dialog.getByText('Password is required')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('New email address'), ' next@example.com ');
    await userEvent.type(dialog.getByLabelText('Your password'), 'secret-1');
    await userEvent.click(send);
    expect(await dialog.findByText(/^wrong password:/)).toBeVisible();
    expect(identity.sendMovingMail).not.toHaveBeenCalled();
    await userEvent.click(send);
    expect(await screen.findByText(/^We sent an email to next@example\.com\./)).toBeVisible();
    expect(identity.signInAgain).toHaveBeenLastCalledWith('secret-1');
    expect(identity.sendMovingMail).toHaveBeenCalledExactlyOnceWith('next@example.com');
  });

  it('changes the password', async () => {
    show(newcomer);
    identity.hasPassword.mockResolvedValue(true);
    identity.signInAgain.mockResolvedValue(undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Your password'), 'secret-1');
    await userEvent.type(dialog.getByLabelText('New password'), 'spanner-42');
    await userEvent.click(dialog.getByRole('button', { name: 'Save password' }));
    expect(await screen.findByText('Your password has been changed.')).toBeVisible();
    expect(identity.changePassword).toHaveBeenCalledExactlyOnceWith('spanner-42');
  });

  it('reauthenticates a user without a password with Google, and explains what blocks a deletion', async () => {
    const calls = serve((call) => {
      if (call.method === 'GET') return json(newcomer);
      if (call.method === 'PUT') return json({ accessToken: 'new' });
      return problem(409, 'unpaid_orders');
    });
    renderScreen(<ProfilePage />, { path: '/profile', at: '/profile', person: marta });
    identity.hasPassword.mockResolvedValue(false);
    identity.signInAgain.mockReset().mockResolvedValue(undefined);
    identity.deleteAccount.mockReset();
    identity.currentProof.mockResolvedValue({ email: marta.email, idToken: 'id' });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await dialog.findByText('detail of unpaid_orders')).toBeVisible();
    expect(identity.signInAgain).toHaveBeenCalledExactlyOnceWith(null);
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    expect(identity.deleteAccount).not.toHaveBeenCalled();
  });

  it('reports when only the sign-in remains after a deletion, and asks for no sign-in', async () => {
    serve((call) => {
      if (call.method === 'GET') return json(newcomer);
      return call.method === 'PUT' ? json({ accessToken: 'new' }) : json({ acknowledged: true });
    });
    const store = renderScreen(<ProfilePage />, {
      path: '/profile',
      at: '/profile',
      person: marta,
    });
    identity.hasPassword.mockResolvedValue(true);
    identity.signInAgain.mockReset().mockResolvedValue(undefined);
    identity.deleteAccount.mockReset().mockRejectedValue(new Error('no connection'));
    identity.currentProof.mockResolvedValue({ email: marta.email, idToken: 'id' });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Your password'), 'garage-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
    await expect.poll(() => store.getState().session).toMatchObject({ status: 'signed-out' });
    expect(store.getState().session.ending).toBeUndefined();
    expect(identity.deleteAccount).toHaveBeenCalledTimes(2);
    expect(notify.error).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('your sign-in could not be removed'),
    );
    expect(notify.success).not.toHaveBeenCalledWith('Your account has been deleted');
  });

  it('sends a user without a password to the email link', async () => {
    show(newcomer);
    identity.hasPassword.mockResolvedValue(false);
    await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/have no password yet/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows existing fields and omits missing ones', async () => {
    show(newcomer);
    const shown = await details();
    expect(shown.getByText(marta.name)).toBeVisible();
    expect(shown.getByText('Email')).toBeVisible();
    for (const label of ['Address', 'Education', 'Phone', 'LinkedIn']) {
      expect(shown.queryByText(label)).toBeNull();
    }
    expect(screen.getByLabelText('Name')).toHaveValue(marta.name);
    expect(screen.getByLabelText('Phone')).toHaveValue('');
  });

  it('links to LinkedIn only if the URL is safe', async () => {
    show({ ...newcomer, ...profile });
    const link = (await details()).getByRole('link');
    expect(link).toHaveAttribute('href', profile.linkedin);
    expect(link).toHaveAttribute('rel', 'noreferrer');
  });

  it('makes no link from a script URL', async () => {
    show({ ...newcomer, ...profile, linkedin: 'javascript:alert(1)' });
    expect((await details()).queryByRole('link')).toBeNull();
  });

  it('needs all five fields', async () => {
    const updates = show(newcomer);
    await details();
    await userEvent.clear(screen.getByLabelText('Name'));
    await update();
    for (const label of ['name', 'address', 'education', 'phone', 'LinkedIn link']) {
      expect(await screen.findByText(`${label} is required`)).toBeVisible();
    }
    expect(updates()).toEqual([]);
  });

  it('saves all five, trimmed', async () => {
    const updates = show({ ...newcomer, ...profile });
    await details();
    await userEvent.type(screen.getByLabelText('Education'), ', master ');
    await update();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Profile updated');
    });
    expect(updates().map(({ path, body }) => [path, JSON.parse(body) as unknown])).toEqual([
      [
        `/updateuser/${encodeURIComponent(marta.email)}`,
        { ...profile, education: 'Motor mechanic, master' },
      ],
    ]);
    await expect.poll(() => sessionStorage.length).toBe(0);
  });

  it('updates the name in the session and at the identity provider', async () => {
    const updates = show({ ...newcomer, ...profile, name: marta.name });
    await details();
    await userEvent.type(screen.getByLabelText('Name'), ' II');
    await update();
    await expect.poll(() => updates.person()?.name).toBe(`${marta.name} II`);
    await expect.poll(() => identity.nameAccount.mock.calls).toEqual([[`${marta.name} II`]]);
  });

  it('stays saved when the identity provider rejects the name', async () => {
    identity.nameAccount.mockRejectedValue(new Error('offline'));
    const updates = show({ ...newcomer, ...profile, name: marta.name });
    await details();
    await userEvent.type(screen.getByLabelText('Name'), ' II');
    await update();
    await expect.poll(() => identity.nameAccount.mock.calls.length).toBe(1);
    expect(updates.person()?.name).toBe(`${marta.name} II`);
    expect(notify.success).toHaveBeenCalledWith('Profile updated');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('does not rename another user who has since signed in at the provider', async () => {
    identity.currentPerson.mockResolvedValue({ name: 'Ada', email: 'ada@garage.example' });
    const updates = show({ ...newcomer, ...profile });
    await expect.poll(() => updates.person()?.name).toBe(profile.name);
    await expect.poll(() => identity.currentPerson.mock.calls.length).toBe(1);
    expect(identity.nameAccount).not.toHaveBeenCalled();
  });

  it('keeps what was typed when saving fails', async () => {
    show({ ...newcomer, ...profile }, () => problem(503, 'unavailable'));
    await details();
    await userEvent.type(screen.getByLabelText('Address'), ', Portland');
    await update();
    expect(await screen.findByText(/^The shop is busy/)).toBeVisible();
    expect(screen.getByLabelText('Address')).toHaveValue('12 Harbor Street, Portland');
  });

  it('can be retried when it does not load', async () => {
    const answers = [problem(503, 'unavailable'), json(newcomer)];
    serve(() => answers.shift() ?? json(newcomer));
    renderScreen(<ProfilePage />, { path: '/profile', at: '/profile', person: marta });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await details();
  });

  it('clears a restored draft once it is saved', async () => {
    show({ ...newcomer, ...profile });
    await details();
    await userEvent.type(screen.getByLabelText('Address'), ', Portland');
    cleanup();
    show({ ...newcomer, ...profile });
    await details();
    expect(screen.getByLabelText('Address')).toHaveValue('12 Harbor Street, Portland');
    await update();
    await expect.poll(() => sessionStorage.length).toBe(0);
  });

  it('does not start with a stale response', async () => {
    const answers = [
      { ...newcomer, phone: '111' },
      { ...newcomer, phone: '222' },
    ];
    serve(() => json(answers.shift() ?? newcomer));
    const store = testStore(marta);
    await store.dispatch(shopApi.endpoints.getUser.initiate({ email: marta.email }));
    render(
      <Provider store={store}>
        <ProfilePage />
      </Provider>,
    );
    expect(screen.queryByLabelText('Phone')).toBeNull();
    expect(await screen.findByLabelText('Phone')).toHaveValue('222');
  });

  it('does not offer a stale response for saving when loading fails', async () => {
    const answers = [json(newcomer), problem(503, 'unavailable')];
    serve(() => answers.shift() ?? json({ ...newcomer, phone: '222' }));
    const store = testStore(marta);
    await store.dispatch(shopApi.endpoints.getUser.initiate({ email: marta.email }));
    render(
      <Provider store={store}>
        <ProfilePage />
      </Provider>,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Phone')).toHaveValue('222');
  });
});
