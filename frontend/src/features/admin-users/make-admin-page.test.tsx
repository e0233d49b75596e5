import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, marta, renderScreen, serve } from '../../api/testing';
import { MakeAdminPage } from './make-admin-page';

const notify = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn() }));
vi.mock('../../ui/notify', () => ({ notify }));

const ada = { _id: '1', user: 'ada@autoparts.example', name: 'Ada Quill', role: 'admin' };
const nora = { _id: '2', user: 'nora@garage.example', name: 'Nora', role: undefined as unknown };

function show(modifiedCount: number) {
  let users = [ada, nora];
  const calls = serve(({ method }) => {
    if (method === 'GET') return json(users);
    users = [ada, { ...nora, role: 'admin' }];
    return json({ acknowledged: true, matchedCount: 1, modifiedCount });
  });
  renderScreen(<MakeAdminPage />, { path: '/users', at: '/users', person: marta });
  return () => calls.filter(({ method }) => method === 'PUT');
}

describe('Make Admin', () => {
  beforeEach(() => {
    notify.success.mockClear();
    notify.info.mockClear();
  });

  it('offers it for everybody who is no admin yet', async () => {
    show(1);
    expect(await screen.findByText('2 people, 1 admin')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Make Admin/ })).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Make Admin nora@garage.example' })).toBeVisible();
    expect(screen.getByText('admin')).toBeVisible();
  });

  it('leaves the numbers open while there are more people', async () => {
    const people = Array.from({ length: 999 }, (_, at) => ({ ...nora, _id: `n-${at}` }));
    serve(() => json([ada, ...people]));
    renderScreen(<MakeAdminPage />, { path: '/', at: '/?q=nobody-like-this', person: marta });
    expect(await screen.findByText('1,000+ people, 1+ admins')).toBeVisible();
  });

  it('asks first, naming the person, and tells when it is done', async () => {
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

  it('claims no success when nothing was changed', async () => {
    show(0);
    await userEvent.click(await screen.findByRole('button', { name: /^Make Admin/ }));
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Make Admin' }),
    );
    await vi.waitFor(() => {
      expect(notify.info).toHaveBeenCalledWith('This person was an admin already.');
    });
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('finds people by words of their name or address', async () => {
    show(1);
    await userEvent.type(await screen.findByRole('searchbox'), 'QUILL');
    await vi.waitFor(() => {
      expect(screen.queryByText('Nora')).toBeNull();
    });
    expect(screen.getByText('Ada Quill')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('Nobody found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show everybody' }));
    expect(screen.getByText('Nora')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});
