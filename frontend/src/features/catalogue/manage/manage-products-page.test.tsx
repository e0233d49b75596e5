import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigationType } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { adminApi } from '../../../api/admin';
import { changed, deleted, marta } from '../../../testing/fixtures';
import { around, page, part } from '../../../testing/products-list';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { ManageProductsPage } from './manage-products-page';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const show = (at = '/products') =>
  renderScreen(<ManageProductsPage />, { path: '/products', at, person: marta });

const selectLists = (state: ReturnType<ReturnType<typeof show>['getState']>) =>
  adminApi.util.selectCachedArgsForQuery(state, 'listProducts');

describe('Manage Products', () => {
  it('shows image, title, price and available pieces', async () => {
    serve((call) => around(call) ?? page([part('a', 'Alternator'), part('b', 'Clip', 3)]));
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

  it('shows an open-ended count while there are more, uncounted products', async () => {
    serve((call) => around(call) ?? page([part('a', 'Clip')], { total: undefined, after: 'x' }));
    show();
    expect(await screen.findByText('1+ products')).toBeVisible();
  });

  it('requests what the URL specifies', async () => {
    const calls = serve((call) => around(call) ?? page([part('a', 'Alternator')]));
    show('/products?q=alternator&category=electrics&brand=bosch&show=stocked&sort=price&after=abc');
    await screen.findByRole('link', { name: 'Alternator' });
    const asked = calls.find(({ path }) => path === '/parts/records');
    expect(asked?.headers.get('authorization')).toBe('Bearer token-1');
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      q: 'alternator',
      category: 'electrics',
      brand: 'bosch',
      inStock: 'true',
      sort: 'price',
      after: 'abc',
      limit: '50',
    });
    expect(screen.getByLabelText('Search products')).toHaveValue('alternator');
    expect(screen.getByRole('link', { name: 'First page' })).toBeVisible();
  });

  it('searches, filters and pages', async () => {
    const calls = serve(
      (call) =>
        around(call) ??
        page([part('a', 'Alternator')], {
          total: 80,
          after: call.query.get('after') ? undefined : 'p2',
        }),
    );
    const asked = () => calls.filter(({ path }) => path === '/parts/records').at(-1)?.query;
    show();
    await userEvent.click(await screen.findByRole('link', { name: 'Next' }));
    await waitFor(() => {
      expect(asked()?.get('after')).toBe('p2');
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Previous' }));
    await waitFor(() => {
      expect(asked()?.get('after')).toBeNull();
    });
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Running low');
    await waitFor(() => {
      expect(asked()?.get('list')).toBe('low');
    });
    expect(screen.queryByLabelText('Sort by')).toBeNull();
    await userEvent.type(screen.getByLabelText('Search products'), '0 986{Enter}');
    await waitFor(() => {
      expect(asked()?.get('q')).toBe('0 986');
    });
  });

  it('offers alternatives when nothing matches', async () => {
    const calls = serve((call) => around(call) ?? page([]));
    show('/products?q=nothing');
    expect(await screen.findByText('No matching products')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Search hidden products' }));
    await waitFor(() => {
      expect(calls.at(-1)?.query.get('list')).toBe('hidden');
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all products' }));
    expect(await screen.findByText('No products yet')).toBeVisible();
  });

  it('continues the search when none of the scanned products match', async () => {
    serve((call) => around(call) ?? page([], { total: undefined, after: 'p2' }));
    show('/products?show=hidden&q=clip');
    expect(await screen.findByRole('link', { name: 'Search more' })).toHaveAttribute(
      'href',
      '/products?q=clip&show=hidden&after=p2',
    );
  });

  it('shows a hidden product again', async () => {
    const calls = serve(
      (call) =>
        around(call) ??
        (call.method === 'GET' ? page([{ ...part('a', 'Clip'), hidden: true }]) : json(changed)),
    );
    show('/products?show=hidden');
    expect(await screen.findByText('hidden')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Put back Clip' }));
    await waitFor(() => {
      expect(calls.some(({ path }) => path === '/parts/a/restore')).toBe(true);
    });
  });

  it('has rare actions in a menu', async () => {
    serve((call) => around(call) ?? page([part('a', 'Alternator')]));
    show();
    const menu = await screen.findByRole('button', { name: 'More for Alternator' });
    await userEvent.click(menu);
    expect(screen.getByRole('link', { name: 'Edit Alternator' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('link', { name: 'Edit Alternator' })).toBeNull();
    expect(menu).toHaveFocus();
  });

  it('deletes after asking', async () => {
    let parts = [part('a', 'Alternator')];
    const calls = serve((call) => {
      if (call.method === 'GET') return around(call) ?? page(parts);
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
    serve((call) =>
      call.method === 'GET'
        ? (around(call) ?? page([part('a', 'Alternator')]))
        : problem(503, 'unavailable'),
    );
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Alternator' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText(/^The shop is busy/)).toBeVisible();
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('restores a part that was just deleted', async () => {
    let parts = [part('a', 'Alternator'), part('b', 'Clip')];
    const calls = serve((call) => {
      if (call.method === 'GET') return around(call) ?? page(parts);
      parts = parts.slice(1);
      return json(call.method === 'POST' ? changed : deleted);
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Alternator' }));
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Put back' }));
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Back in the shop');
    });
    expect(calls.some(({ path }) => path === '/parts/a/restore')).toBe(true);
    expect(screen.getByRole('heading', { name: 'Manage Products' })).toHaveFocus();
  });
});

describe('the list of products', () => {
  const two = [part('a', 'Alternator'), part('b', 'Clip')];
  const pick = async (title: string) => userEvent.click(await screen.findByLabelText(title));

  it('never shows the rows of another filter as its own', async () => {
    serve(
      (call) =>
        around(call) ??
        (call.query.get('list') === 'hidden' ? problem(503, 'unavailable') : page(two)),
    );
    show();
    await screen.findByRole('link', { name: 'Alternator' });
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Hidden');
    expect(await screen.findByText('The products did not load')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Alternator' })).toBeNull();
  });

  it('shows how many selected products are not on the page', async () => {
    serve(
      (call) => around(call) ?? page(call.query.get('after') ? two.slice(1) : two, { after: 'p2' }),
    );
    show();
    await pick('Select Alternator');
    await pick('Select Clip');
    expect(screen.getByText('2 selected')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Next' }));
    expect(screen.getByRole('heading', { name: 'Manage Products' })).toHaveFocus();
    expect(await screen.findByText('2 selected, 1 not on this page')).toBeVisible();
  });

  it('does not keep a product selected that was deleted', async () => {
    let parts = two;
    serve((call) => {
      if (call.method === 'GET') return around(call) ?? page(parts);
      parts = parts.slice(1);
      return json(deleted);
    });
    show();
    await pick('Select Alternator');
    await pick('Select Clip');
    await userEvent.click(screen.getByRole('button', { name: 'Delete Alternator' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 selected')).toBeVisible();
  });

  it('focuses its heading after a bulk change', async () => {
    const report = { changes: 1, unchanged: 0, refused: [], rows: [] };
    serve(
      (call) =>
        around(call) ??
        (call.method === 'GET'
          ? page(two)
          : json({ ...report, dryRun: call.body.includes('dryRun'), digest: 'd1' })),
    );
    show();
    await pick('Select Alternator');
    await userEvent.click(screen.getByRole('button', { name: 'Change…' }));
    await userEvent.selectOptions(screen.getByLabelText('What to change'), 'Hide');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Apply to 1 part' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(screen.getByRole('heading', { name: 'Manage Products' })).toHaveFocus();
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('announces the number of products', async () => {
    serve((call) => around(call) ?? page(two));
    show();
    expect(await screen.findByText('2 products')).toHaveRole('status');
  });

  it('adds one history entry for all typing, and one for each filter', async () => {
    serve((call) => around(call) ?? page(two));
    const Arrival = () => <p>by {useNavigationType()}</p>;
    renderScreen(
      <>
        <ManageProductsPage />
        <Arrival />
      </>,
      { path: '/products', at: '/products', person: marta },
    );
    await userEvent.type(screen.getByLabelText('Search products'), 'clip{Enter}');
    expect(await screen.findByText('by REPLACE')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Hidden');
    expect(await screen.findByText('by PUSH')).toBeVisible();
  });

  it('is restored after visiting a product', async () => {
    serve((call) => around(call) ?? page(two));
    const store = show('/products?q=clip&show=stocked');
    const kept = () => selectLists(store.getState()).map(({ q }) => q);
    const link = await screen.findByRole('link', { name: 'Alternator' });
    expect(link).toHaveAttribute('href', '/dashboard/products/a');
    await userEvent.click(link);
    await screen.findByText('now at /dashboard/products/a');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kept()).toEqual(['clip']);
  });
});
