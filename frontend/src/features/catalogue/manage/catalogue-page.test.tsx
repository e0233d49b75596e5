import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aBrand, aCategory, deleted, marta, inserted, saved } from '../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { CataloguePage } from './catalogue-page';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const brands = [aBrand(), aBrand({ _id: 'quillon', name: 'Quillon' })];
const categories = [
  aCategory({ position: 1 }),
  aCategory({ _id: 'pads', name: 'Pads', parent: 'brakes' }),
  aCategory({ _id: 'engine', name: 'Engine', position: 2 }),
];

function show(answer: (call: Call) => Response | null = () => null) {
  const calls = serve(
    (call) => answer(call) ?? json(call.path === '/brands' ? brands : categories),
  );
  renderScreen(<CataloguePage />, { path: '/catalogue', at: '/catalogue', person: marta });
  return () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, query, body }) => [
        method,
        `${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
        body && (JSON.parse(body) as unknown),
      ]);
}

const open = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(screen.getByRole('dialog'));
};
const write = (dialog: Awaited<ReturnType<typeof open>>, label: string, value: string) => {
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
};

describe('brands', () => {
  it('are added under their own key', async () => {
    const sent = show(({ method }) => (method === 'POST' ? json(inserted('nor-vane'), 201) : null));
    await screen.findByRole('button', { name: 'Rename Quillon' });
    const dialog = await open('Add brand');
    expect(dialog.getByLabelText('Name')).toHaveFocus();
    write(dialog, 'Name', 'norvane');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('a brand with this name already exists')).toBeVisible();
    write(dialog, 'Name', 'Nor Vane');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(sent()).toEqual([['POST', '/brands', { key: 'nor-vane', name: 'Nor Vane' }]]);
    expect(notify.success).toHaveBeenCalledWith('Brand added');
  });

  it('never overwrite one that another admin has just added', async () => {
    const sent = show(({ method }) => (method === 'POST' ? problem(409, 'key_taken') : null));
    await screen.findByRole('button', { name: 'Rename Quillon' });
    const dialog = await open('Add brand');
    write(dialog, 'Name', 'Nor Vane');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^Someone else has just added a similar one/)).toBeVisible();
    expect(sent().map(([method]) => method)).toEqual(['POST']);
  });

  it('are renamed', async () => {
    const sent = show(({ method }) => (method === 'PUT' ? json(saved(false)) : null));
    const dialog = await open('Rename Quillon');
    write(dialog, 'Name', 'Quillon & Co.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(sent()).toEqual([['PUT', '/brands/quillon', { name: 'Quillon & Co.' }]]);
    });
  });

  it('are merged, unless both have a part with the same number', async () => {
    const sent = show(({ method }) => (method === 'DELETE' ? problem(409, 'number_taken') : null));
    const dialog = await open('Merge Norvane');
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
    expect(await dialog.findByText('choose one')).toBeVisible();
    write(dialog, 'Which brand do you want to keep?', 'quillon');
    await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
    expect(await dialog.findByText(/^Both brands have a part with the same number/)).toBeVisible();
    expect(sent()).toEqual([['DELETE', '/brands/norvane?into=quillon', '']]);
  });

  it('are deleted after asking', async () => {
    const sent = show(({ method }) => (method === 'DELETE' ? json(deleted) : null));
    const dialog = await open('Delete Norvane');
    expect(dialog.getByText(/Its parts stay, without a brand/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(sent()).toEqual([['DELETE', '/brands/norvane', '']]);
    expect(screen.getByRole('heading', { name: 'Brands' })).toHaveFocus();
  });
});

describe('categories', () => {
  it('move, but never into themselves', async () => {
    const sent = show(({ method }) => (method === 'PUT' ? json(saved(false)) : null));
    const dialog = await open('Edit Brakes');
    const places = dialog.getAllByRole('option').map(({ textContent }) => textContent);
    expect(places).toEqual(['None (top level)', 'Engine']);
    write(dialog, 'Parent category', 'engine');
    write(dialog, 'Position', '3');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(sent()).toEqual([
        ['PUT', '/categories/brakes', { name: 'Brakes', parent: 'engine', position: 3 }],
      ]);
    });
  });

  it('explain why they cannot be moved somewhere', async () => {
    show(({ method }) => (method === 'PUT' ? problem(409, 'misplaced_category') : null));
    const dialog = await open('Edit Engine');
    write(dialog, 'Parent category', 'pads');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('detail of misplaced_category')).toBeVisible();
  });

  it('are not deleted while they contain anything', async () => {
    show(({ method }) => (method === 'DELETE' ? problem(409, 'in_use') : null));
    const dialog = await open('Delete Brakes');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText(/^It still contains parts or categories/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'cancel' })).toHaveFocus();
  });

  it('show their path', async () => {
    show();
    const row = await screen.findByRole('row', { name: /Pads/ });
    expect(within(row).getByText(', in Brakes')).toBeInTheDocument();
  });
});

it('shows empty states', async () => {
  show(() => json([]));
  expect(await screen.findByRole('heading', { name: 'No brands yet' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add the first category' }));
  expect(screen.getByRole('dialog', { name: 'Add category' })).toBeVisible();
});
