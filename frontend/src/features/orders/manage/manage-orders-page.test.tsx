import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { anOrder, aRefund, changed, deleted, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import type { Status } from '../../../api/generated-types';
import { ManageOrdersPage } from './manage-orders-page';

const notify = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const order = (id: string, product: string, paid: boolean, status: Status = 'pending') =>
  anOrder({ _id: id, product, paid, status });

const done = { ...changed, ...deleted };

const show = (answer = () => json(done)) => {
  const calls = serve(({ method }) =>
    method === 'GET'
      ? json([
          order('1', 'Alternator', true),
          order('2', 'Oil filter', false),
          order('3', 'Radiator', true, 'shipped'),
        ])
      : answer(),
  );
  renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
  return () => calls.filter(({ method }) => method !== 'GET');
};
const row = async (product: string) => {
  const cell = await screen.findByText(product, { selector: 'b' });
  const found = cell.closest('tr');
  if (!found) throw new Error(`no row for ${product}`);
  return within(found);
};

const refunded = anOrder({
  _id: '4',
  product: 'Coil',
  state: 'refunded',
  transactionId: 'pi_4',
});

describe('Manage Orders', () => {
  it('offers what the state of an order allows', async () => {
    show();
    expect(await screen.findByText('1 paid and waiting to ship')).toBeVisible();
    const names = async (product: string) =>
      (await row(product)).queryAllByRole('button').map((button) => button.textContent);
    expect(await names('Alternator')).toEqual([
      'ship Alternator, order 1',
      'Refund Alternator, order 1',
    ]);
    expect(await names('Oil filter')).toEqual([
      'ship Oil filter, order 2',
      'Delete Oil filter, order 2',
    ]);
    expect(await names('Radiator')).toEqual(['Refund Radiator, order 3']);
  });

  it('starts again with few rows when another view is opened', async () => {
    serve(() => json(Array.from({ length: 51 }, (_, at) => order(String(at), 'Alternator', true))));
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
    // By their texts, because looking for roles among so many rows takes long.
    fireEvent.click(await screen.findByText('Show more'));
    expect(screen.queryByText('50 of 51 orders shown')).toBeNull();
    fireEvent.click(screen.getByText('To ship', { selector: 'nav a' }));
    expect(screen.getByText('50 of 51 orders shown')).toBeVisible();
  });

  it('leaves the numbers open while there are older orders', async () => {
    const orders = Array.from({ length: 1000 }, (_, at) => order(String(at), 'Alternator', true));
    serve(() => json(orders));
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/?q=nothing-like-it', person: marta });
    expect(await screen.findByText('1,000+ paid and waiting to ship')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All 1,000+' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Unpaid 0+' })).toBeVisible();
  });

  it('ships a paid order at once', async () => {
    const changes = show();
    await userEvent.click((await row('Alternator')).getByRole('button', { name: /^ship/ }));
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledTimes(1);
    });
    expect(changes().map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', '/ship/1', '{"status":"shipped"}'],
    ]);
  });

  it('asks again before an unpaid order leaves', async () => {
    const changes = show();
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false);
    const ship = (await row('Oil filter')).getByRole('button', { name: /^ship/ });
    await userEvent.click(ship);
    expect(confirm).toHaveBeenCalledWith('This order is not paid yet. Ship it anyway?');
    expect(changes()).toHaveLength(0);

    confirm.mockReturnValueOnce(true);
    await userEvent.click(ship);
    await waitFor(() => {
      expect(changes().map(({ path }) => path)).toEqual(['/ship/2']);
    });
  });

  it('deletes an unpaid order after the browser has asked', async () => {
    const changes = show();
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false);
    const remove = (await row('Oil filter')).getByRole('button', { name: /^Delete/ });
    await userEvent.click(remove);
    expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete?');
    expect(changes()).toHaveLength(0);

    confirm.mockReturnValueOnce(true);
    await userEvent.click(remove);
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Order Deleted');
    });
    expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /ship/2']);
  });

  it('gives money back after the browser has asked', async () => {
    const changes = show();
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false);
    const refund = (await row('Alternator')).getByRole('button', { name: /^Refund/ });
    await userEvent.click(refund);
    expect(confirm).toHaveBeenCalledWith('Refund and cancel this order?');
    expect(changes()).toHaveLength(0);

    confirm.mockReturnValueOnce(true);
    await userEvent.click(refund);
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Refund started');
    });
    expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /refund/1']);
  });

  it('gives the money of a shipped order back after another question', async () => {
    const changes = show();
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(true);
    await userEvent.click((await row('Radiator')).getByRole('button', { name: /^Refund/ }));
    expect(confirm).toHaveBeenCalledWith(expect.stringMatching(/^This order was shipped\./));
    await waitFor(() => {
      expect(changes().map(({ path, query }) => `${path}?${query}`)).toEqual([
        '/refund/3?afterShipping=true',
      ]);
    });
  });

  it('asks a second time before an order leaves whose money is not all there', async () => {
    let asked = 0;
    const changes = show(() =>
      asked++ === 0 ? problem(409, 'shipping_needs_confirmation') : json(done),
    );
    const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(true);
    await userEvent.click((await row('Alternator')).getByRole('button', { name: /^ship/ }));
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledTimes(1);
    });
    expect(confirm).toHaveBeenCalledWith('detail of shipping_needs_confirmation Ship it anyway?');
    expect(changes().map(({ body }) => body)).toEqual([
      '{"status":"shipped"}',
      '{"status":"shipped","anyway":true}',
    ]);
  });

  it('says what went back and what is disputed', async () => {
    serve(() =>
      json([
        { ...order('5', 'Hose', true), refundedAmount: 30 },
        { ...order('6', 'Lamp', true), dispute: 'open' },
      ]),
    );
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
    expect((await row('Hose')).getByText('$30 refunded')).toBeVisible();
    expect((await row('Lamp')).getByText('disputed')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Disputed 1' })).toBeVisible();
  });

  it('leaves an order alone whose money went back', async () => {
    serve(({ path }) => (path === '/refunds' ? problem(503, 'unavailable') : json([refunded])));
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
    expect((await row('Coil')).getByText('refunded')).toBeVisible();
    expect((await row('Coil')).queryByText('pending')).toBeNull();
    expect((await row('Coil')).queryByRole('button')).toBeNull();
    expect((await row('Coil')).queryByText(/refund /)).toBeNull();
  });

  it.each([
    ['refund completed Mar 7, 2026', { failures: 1, doneAt: '2026-03-07T12:30:00Z' }],
    ['refund is on its way', { failures: 0 }],
    ['refund has not succeeded yet', { failures: 2 }],
  ])('tells of a refunded order: %s', async (words, progress) => {
    // Another payment of the same order, which went back because it was one too many.
    const other = aRefund({ transactionId: 'pi_5', doneAt: '2026-01-01T12:30:00Z' });
    const refund = aRefund({ transactionId: 'pi_4', ...progress });
    serve(({ path }) => json(path === '/refunds' ? [other, refund] : [refunded]));
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
    expect(await (await row('Coil')).findByText(new RegExp(`^${words}`))).toBeVisible();
  });

  it('shows in an opened row where the goods go, whom to call and when it was ordered', async () => {
    show();
    const found = await row('Alternator');
    const address = found.getByText(/12 Harbor Street/);
    expect(address).not.toBeVisible();
    await userEvent.click(found.getByText('Delivery'));
    expect(address).toBeVisible();
    expect(found.getByText('207 555 0173')).toBeVisible();
    expect(found.getByText(/^Nov 21, 2026/)).toBeVisible();
    expect(found.getByText('Delivery')).toHaveTextContent('Delivery of Alternator, order');
  });

  it('does not ask for refunds where no order was refunded', async () => {
    const calls = serve(() => json([order('1', 'Alternator', true)]));
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
    await row('Alternator');
    expect(calls.map(({ path }) => path)).toEqual(['/orders']);
  });

  it.each([
    ['ship', 'Alternator'],
    ['Delete', 'Oil filter'],
    ['Refund', 'Alternator'],
  ])('goes on at the heading after %s, because its button goes', async (action, product) => {
    show();
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const button = (await row(product)).getByRole('button', { name: new RegExp(`^${action}`) });
    await userEvent.click(button);
    await waitFor(() => {
      expect(screen.getByRole('heading', { name: 'Manage Orders' })).toHaveFocus();
    });
  });

  it('claims nothing that somebody else has done before', async () => {
    show(() => json({ ...done, modifiedCount: 0, deletedCount: 0 }));
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    await userEvent.click((await row('Alternator')).getByRole('button', { name: /^ship/ }));
    await waitFor(() => {
      expect(notify.info).toHaveBeenCalledWith('This order was already shipped.');
    });
    await userEvent.click((await row('Oil filter')).getByRole('button', { name: /^Delete/ }));
    await waitFor(() => {
      expect(notify.info).toHaveBeenCalledWith('This order was already deleted.');
    });
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('says why an order stays that has been paid meanwhile', async () => {
    show(() => problem(409, 'order_already_paid'));
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    await userEvent.click((await row('Oil filter')).getByRole('button', { name: /^Delete/ }));
    await waitFor(() => {
      expect(notify.error).toHaveBeenCalledWith(
        'This order has since been paid or shipped, so it cannot be deleted.',
      );
    });
  });
});
