import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aPart, deleted, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { ManageProductsPage } from './manage-products-page';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const part = (id: string, title: string, available = 7500) =>
  aPart({ _id: id, title, img: `/catalogue/${id}.svg`, available, price: 1038.5 });
const show = () =>
  renderScreen(<ManageProductsPage />, { path: '/products', at: '/products', person: marta });

describe('Manage Products', () => {
  it('shows image, title, price and available pieces', async () => {
    serve(() => json([part('a', 'Alternator'), part('b', 'Clip', 3)]));
    show();
    expect(await screen.findByText('2 products')).toBeVisible();
    const [, first, second] = screen.getAllByRole('row');
    if (!first || !second) throw new Error('rows are missing');
    expect(within(first).getByRole('img', { name: 'Alternator' })).toHaveAttribute(
      'src',
      '/catalogue/a.svg',
    );
    expect(within(first).getByText('$1,038.50')).toBeVisible();
    expect(within(first).getByText('7,500')).toBeVisible();
    expect(within(first).queryByText('below minimum order')).toBeNull();
    expect(within(second).getByText('below minimum order')).toBeVisible();
  });

  it('leaves the number open while there are more products', async () => {
    serve(() => json(Array.from({ length: 1000 }, (_, at) => part(`p-${at}`, `Clip ${at}`))));
    show();
    expect(await screen.findByText('1,000+ products')).toBeVisible();
  });

  it('deletes after asking', async () => {
    let parts = [part('a', 'Alternator')];
    const calls = serve(({ method }) => {
      if (method === 'GET') return json(parts);
      parts = [];
      return json(deleted);
    });
    show();
    const remove = await screen.findByRole('button', { name: 'Delete Alternator' });
    await userEvent.click(remove);
    const dialog = screen.getByRole('dialog', { name: 'Are you sure you want to delete?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'cancel' }));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);

    await userEvent.click(remove);
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }),
    );
    expect(await screen.findByText('No products yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add Product' })).toHaveAttribute(
      'href',
      '/dashboard/addproduct',
    );
    expect(notify.success).toHaveBeenCalledWith('successfully delete the product');
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/parts/a',
    ]);
  });

  it('keeps the question open when deleting fails', async () => {
    serve(({ method }) =>
      method === 'GET' ? json([part('a', 'Alternator')]) : problem(503, 'unavailable'),
    );
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Alternator' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText(/^The shop is busy/)).toBeVisible();
    expect(notify.success).not.toHaveBeenCalled();
  });
});
