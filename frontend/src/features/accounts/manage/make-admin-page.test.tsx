import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aUser, changed, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { MakeAdminPage } from './make-admin-page';

const notify = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const ada = aUser({
  _id: '1',
  user: 'ada@autoparts.example',
  name: 'Ada Quill',
  role: 'admin',
});
const nora = aUser({ _id: '2', user: 'nora@garage.example', name: 'Nora' });

function show(modifiedCount: number) {
  let users = [ada, nora];
  const calls = serve(({ method }) => {
    if (method === 'GET') return json(users);
    users = [ada, aUser({ ...nora, role: 'admin' })];
    return json({ ...changed, modifiedCount });
  });
  renderScreen(<MakeAdminPage />, { path: '/users', at: '/users', person: marta });
  return () => calls.filter(({ method }) => method === 'PUT');
}

describe('Make Admin', () => {
  it('is offered for every user who is not an admin', async () => {
    show(1);
    expect(await screen.findByText('2 people, 1 admin')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Make Admin/ })).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Make Admin nora@garage.example' })).toBeVisible();
    expect(screen.getByText('admin')).toBeVisible();
  });

  it('signs a user out everywhere', async () => {
    const calls = serve(({ method }) =>
      method === 'GET' ? json([ada, nora]) : json({ acknowledged: true }),
    );
    renderScreen(<MakeAdminPage />, { path: '/users', at: '/users', person: marta });
    const name = 'Sign out nora@garage.example everywhere';
    const asked = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(asked).toHaveBeenCalledWith(
      'Sign nora@garage.example out in every browser? They can sign in again at once.',
    );
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Signed out everywhere');
    });
    const [call] = calls.filter(({ method }) => method === 'DELETE');
    expect(decodeURIComponent(call?.path ?? '')).toBe(`/sessions/${nora.user}`);
  });

  it('shows open-ended counts while there are more users', async () => {
    const people = Array.from({ length: 999 }, (_, at) => ({ ...nora, _id: `n-${at}` }));
    serve(() => json([ada, ...people]));
    renderScreen(<MakeAdminPage />, { path: '/', at: '/?q=nobody-like-this', person: marta });
    expect(await screen.findByText('1,000+ people, 1+ admins')).toBeVisible();
  });

  it('asks first, naming the user, and confirms when it is done', async () => {
    const changes = show(1);
    const button = await screen.findByRole('button', { name: /^Make Admin/ });
    await userEvent.click(button);
    const dialog = screen.getByRole('dialog', { name: 'Make this person an admin?' });
    expect(dialog).toHaveTextContent('Nora, nora@garage.example');
    await userEvent.click(within(dialog).getByRole('button', { name: 'cancel' }));
    expect(changes()).toHaveLength(0);

    await userEvent.click(button);
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Make Admin' }),
    );
    expect(await screen.findByText('2 people, 2 admins')).toBeVisible();
    expect(notify.success).toHaveBeenCalledWith('successfully made admin');
    expect(changes().map(({ path }) => path)).toEqual(['/user/admin/nora%40garage.example']);
    expect(screen.queryByRole('button', { name: /^Make Admin/ })).toBeNull();
  });

  it('reports no success when nothing was changed', async () => {
    show(0);
    await userEvent.click(await screen.findByRole('button', { name: /^Make Admin/ }));
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Make Admin' }),
    );
    await waitFor(() => {
      expect(notify.info).toHaveBeenCalledWith('This person is already an admin.');
    });
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('marks unconfirmed addresses in the list and in the question', async () => {
    serve(() => json([ada, { ...nora, emailVerified: false }]));
    renderScreen(<MakeAdminPage />, { path: '/users', at: '/users', person: marta });
    const row = await screen.findByRole('row', { name: /nora@/ });
    expect(within(row).getByText('not confirmed')).toBeVisible();
    expect(screen.getAllByText('not confirmed')).toHaveLength(1);
    await userEvent.click(within(row).getByRole('button', { name: /^Make Admin/ }));
    expect(screen.getByRole('dialog')).toHaveTextContent('This address has not been confirmed.');
  });

  it('does not mark a confirmed address', async () => {
    show(1);
    await userEvent.click(await screen.findByRole('button', { name: /^Make Admin/ }));
    expect(screen.getByRole('dialog')).not.toHaveTextContent('confirmed');
  });

  it('marks lookalike addresses and changed addresses', async () => {
    const twin = { ...nora, _id: '3', user: 'аda@autoparts.example' };
    const moved = { ...nora, _id: '4', user: '0190a@moved.invalid' };
    serve(() => json([ada, twin, moved]));
    renderScreen(<MakeAdminPage />, { path: '/users', at: '/users', person: marta });
    expect(await screen.findAllByText('Contains unusual letters')).toHaveLength(1);
    const row = screen.getByRole('row', { name: /Contains unusual letters/ });
    expect(within(row).getByRole('button', { name: `Make Admin ${twin.user}` })).toBeVisible();
    expect(screen.getByText(/^This user’s address now belongs to someone else/)).toBeVisible();
  });

  it('revokes the role after asking', async () => {
    let users = [ada, aUser({ ...nora, role: 'admin' })];
    const calls = serve(({ method }) => {
      if (method === 'GET') return json(users);
      users = [ada, nora];
      return json(changed);
    });
    renderScreen(<MakeAdminPage />, { path: '/users', at: '/users', person: marta });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Remove Admin nora@garage.example' }),
    );
    const dialog = screen.getByRole('dialog', { name: 'Remove this person’s admin role?' });
    expect(dialog).toHaveTextContent('Nora, nora@garage.example');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Admin' }));
    expect(await screen.findByText('2 people, 1 admin')).toBeVisible();
    const changes = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(changes).toEqual(['/user/admin/nora%40garage.example']);
    expect(notify.success).toHaveBeenCalledWith('Admin role removed.');
  });

  it('keeps the last admin and explains why', async () => {
    serve(({ method }) => (method === 'GET' ? json([ada, nora]) : problem(409, 'last_admin')));
    renderScreen(<MakeAdminPage />, { path: '/users', at: '/users', person: marta });
    await userEvent.click(await screen.findByRole('button', { name: /^Remove Admin/ }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Admin' }));
    expect(await within(dialog).findByText('detail of last_admin')).toBeVisible();
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('sends an admin who gives up the role to the dashboard, and asks the server again', async () => {
    const own = { ...ada, _id: '5', user: marta.email, name: marta.name };
    const calls = serve(({ method, path }) => {
      if (path.startsWith('/admin/')) return json({ admin: false });
      if (method === 'GET') return json([ada, own]);
      return json(changed);
    });
    renderScreen(<MakeAdminPage />, { path: '/users', at: '/users', person: marta });
    await userEvent.click(
      await screen.findByRole('button', { name: `Remove Admin ${marta.email}` }),
    );
    const dialog = screen.getByRole('dialog', { name: 'Give up your own admin role?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Admin' }));
    expect(await screen.findByText('now at /dashboard')).toBeVisible();
    await waitFor(() => {
      expect(calls.some(({ path }) => path.startsWith('/admin/'))).toBe(true);
    });
  });

  it('finds users by words of their name or address', async () => {
    show(1);
    expect(await screen.findByText('Nora')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'QUILL');
    await waitFor(() => {
      expect(screen.queryByText('Nora')).toBeNull();
    });
    expect(screen.getByText('Ada Quill')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('No users found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }));
    expect(screen.getByText('Nora')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});
