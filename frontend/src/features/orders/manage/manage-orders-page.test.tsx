import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../api/contract/generated-types';
import {
  anOrder,
  aRefund,
  changed,
  deleted,
  marta,
  someOrderCounts,
} from '../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { ManageOrdersPage } from './manage-orders-page';

const notify = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const paid = anOrder({ _id: 'o-1', number: 'AP-1111-1111', paid: true, transactionId: 'pi_1' });
const unpaid = anOrder({ _id: 'o-2', number: 'AP-2222-2222', product: 'Oil filter' });
const shipped = anOrder({
  _id: 'o-3',
  number: undefined,
  product: 'Radiator',
  paid: true,
  status: 'shipped',
});

const done = { ...changed, ...deleted };

function Address() {
  return <p>at {useLocation().search}</p>;
}

function show(
  orders: Order[] = [paid, unpaid, shipped],
  {
    at = '/manage',
    change = () => json(done),
  }: { at?: string; change?: (call: Call) => Response } = {},
) {
  const calls = serve((call) => {
    if (call.method !== 'GET') return change(call);
    if (call.path === '/order-counts') {
      return json(someOrderCounts({ all: 10_000, toShip: 12, unpaid: 3 }));
    }
    if (call.path === '/refunds') return json([]);
    const one = orders.find(({ _id }) => call.path === `/order/${_id}`);
    return json(one ?? orders);
  });
  renderScreen(
    <>
      <ManageOrdersPage />
      <Address />
    </>,
    { path: '/manage', at, person: marta },
  );
  return {
    changes: () => calls.filter(({ method }) => method !== 'GET'),
    asked: () => calls.filter(({ path }) => path === '/orders').map(({ query }) => `${query}`),
  };
}

const row = async (product: string) => {
  const cell = await screen.findByRole('link', { name: new RegExp(`^${product}`) });
  const found = cell.closest('tr');
  if (!found) throw new Error(`no row for ${product}`);
  return within(found);
};
const menuOf = async (product: string) => {
  await userEvent.click((await row(product)).getByRole('button', { name: /^More for/ }));
  return within(screen.getByRole('group', { name: /^More for/ }));
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('Manage Orders', () => {
  it('counts pending work, as far as the server counts', async () => {
    show();
    expect(await screen.findByText('12 paid and waiting to ship')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All 10,000+' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'To ship 12' })).toBeVisible();
  });

  it('requests what the URL specifies', async () => {
    const { asked } = show([paid], {
      at: '/manage?show=to-ship&q=AP-1111-1111&from=2026-11-01&to=2026-11-24',
    });
    await row('Alternator');
    expect(asked()).toEqual([
      'state=to-ship&q=AP-1111-1111&from=2026-11-01&to=2026-11-24&limit=50',
    ]);
    expect(screen.getByRole('link', { name: /^To ship/ })).toHaveAttribute('aria-current', 'true');
  });

  it('stores the filters in the URL', async () => {
    show();
    await row('Alternator');
    await userEvent.click(screen.getByRole('link', { name: /^Unpaid/ }));
    expect(screen.getByText('at ?show=unpaid')).toBeVisible();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    expect(screen.getByText('at ?show=unpaid&from=2026-11-01')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'AP-2222-2222{Enter}');
    expect(screen.getByText('at ?show=unpaid&q=AP-2222-2222&from=2026-11-01')).toBeVisible();
  });

  it('continues from the last row', async () => {
    const full = Array.from({ length: 50 }, (_, at) => anOrder({ _id: `o-${at}`, paid: true }));
    const { asked } = show(full);
    fireEvent.click(await screen.findByText('Show more'));
    await waitFor(() => {
      expect(asked()).toEqual(['limit=50', 'limit=50&after=o-49']);
    });
  });

  it('explains how to search when nothing is found', async () => {
    show([], { at: '/manage?q=alter' });
    expect(await screen.findByRole('heading', { name: 'No such orders' })).toBeVisible();
    expect(screen.getByText(/^Search by full order number/)).toBeVisible();
  });

  it('offers the actions that an order’s state allows', async () => {
    show();
    expect(
      (await row('Alternator')).getByRole('button', { name: /^ship Alternator/ }),
    ).toBeVisible();
    expect(
      (await row('Oil filter')).getByRole('button', {
        name: 'Delete Oil filter, order AP-2222-2222',
      }),
    ).toBeVisible();
    expect((await row('Radiator')).queryByRole('button', { name: /^(ship|Delete)/ })).toBeNull();
    expect((await menuOf('Alternator')).getByRole('button', { name: 'Refund' })).toBeVisible();
  });

  it('deletes an unpaid order after the browser’s confirmation', async () => {
    const { changes } = show();
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
    expect(changes().map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /ship/o-2']);
    expect(screen.getByRole('heading', { name: 'Manage Orders' })).toHaveFocus();
  });

  it('explains why an order that has been paid cannot be deleted', async () => {
    show(undefined, { change: () => problem(409, 'order_already_paid') });
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    await userEvent.click((await row('Oil filter')).getByRole('button', { name: /^Delete/ }));
    await waitFor(() => {
      expect(notify.error).toHaveBeenCalledWith(
        'This order has since been paid or shipped, so it cannot be deleted.',
      );
    });
  });

  it('confirms a refund with amount and customer, with the focus on Cancel', async () => {
    const { changes } = show([{ ...paid, refundedAmount: 39 }]);
    await userEvent.click((await menuOf('Alternator')).getByRole('button', { name: 'Refund' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Refund $346 to Marta Lindqvist?' }));
    expect(dialog.getByRole('button', { name: 'cancel' })).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Refund $346 to Marta Lindqvist' }));
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Refund started: $346');
    });
    expect(changes().map(({ path, query }) => `${path}?${query}`)).toEqual(['/refund/o-1?']);
    expect(screen.getByRole('heading', { name: 'Manage Orders' })).toHaveFocus();
  });

  it('warns that the parts of a shipped order do not return to stock', async () => {
    const { changes } = show();
    await userEvent.click((await menuOf('Radiator')).getByRole('button', { name: 'Refund' }));
    expect(screen.getByText(/The parts are not returned to stock/)).toBeVisible();
    await press('Refund $385 to Marta Lindqvist');
    await waitFor(() => {
      expect(changes().map(({ path, query }) => `${path}?${query}`)).toEqual([
        '/refund/o-3?afterShipping=true',
      ]);
    });
  });

  it('keeps the question open when the refund fails', async () => {
    show(undefined, { change: () => problem(409, 'order_refunded') });
    await userEvent.click((await menuOf('Alternator')).getByRole('button', { name: 'Refund' }));
    await press('Refund $385 to Marta Lindqvist');
    expect(await screen.findByText('detail of order_refunded')).toBeVisible();
  });

  it('saves new tracking of a shipped order immediately', async () => {
    const { changes } = show();
    await userEvent.click((await menuOf('Radiator')).getByRole('button', { name: 'Tracking' }));
    await userEvent.type(screen.getByLabelText('Tracking number (optional)'), ' NL 88 ');
    await press('Save');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Tracking saved');
    });
    expect(changes().map(({ body }) => body)).toEqual([
      '{"status":"shipped","trackingNumber":"NL 88"}',
    ]);
  });

  it.each([
    ['refund completed Mar 7, 2026', { failures: 1, doneAt: '2026-03-07T12:30:00Z' }],
    ['refund is on its way', { failures: 0 }],
    ['refund has not succeeded yet', { failures: 2 }],
  ])('shows the refund’s progress: %s', async (words, progress) => {
    const refunded = anOrder({ product: 'Coil', state: 'refunded', transactionId: 'pi_4' });
    const refund = aRefund({ transactionId: 'pi_4', ...progress });
    serve(({ path }) => {
      if (path === '/order-counts') return json(someOrderCounts());
      return json(path === '/refunds' ? [refund] : [refunded]);
    });
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
    expect(await (await row('Coil')).findByText(new RegExp(`^${words}`))).toBeVisible();
    expect((await row('Coil')).queryByRole('button')).toBeNull();
    expect((await row('Coil')).queryByText('pending')).toBeNull();
  });

  it('shows when an order has been refunded completely in parts', async () => {
    const refunded = anOrder({ product: 'Coil', state: 'refunded', transactionId: 'pi_4' });
    const parts = [
      aRefund({ _id: 'r-2', transactionId: 'pi_4', doneAt: '2026-03-08T12:30:00Z' }),
      aRefund({ _id: 'r-1', transactionId: 'pi_4', doneAt: '2026-03-07T12:30:00Z' }),
    ];
    let answer = parts;
    serve(({ path }) => {
      if (path === '/order-counts') return json(someOrderCounts());
      return json(path === '/refunds' ? answer : [refunded]);
    });
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
    expect(await (await row('Coil')).findByText(/^refund completed Mar 8, 2026/)).toBeVisible();
    cleanup();
    answer = [aRefund({ _id: 'r-3', transactionId: 'pi_4' }), ...parts];
    renderScreen(<ManageOrdersPage />, { path: '/', at: '/', person: marta });
    expect(await (await row('Coil')).findByText('refund is on its way')).toBeVisible();
  });

  it('shows refunded and disputed amounts', async () => {
    show([
      { ...paid, product: 'Hose', refundedAmount: 30 },
      { ...paid, _id: 'o-6', product: 'Lamp', dispute: 'open' },
    ]);
    expect((await row('Hose')).getByText('$30 refunded')).toBeVisible();
    expect((await row('Lamp')).getByText('disputed')).toBeVisible();
  });

  it('links to an order’s page where there is no room next to the list', async () => {
    show();
    await userEvent.click(await screen.findByRole('link', { name: /^Alternator/ }));
    expect(screen.getByText('now at /dashboard/orders/o-1')).toBeVisible();
  });

  it('opens an order next to the list where there is room', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    show();
    await userEvent.click(await screen.findByRole('link', { name: /^Alternator/ }));
    expect(screen.getByText('at ?open=o-1')).toBeVisible();
    const panel = within(await screen.findByRole('complementary', { name: 'Opened order' }));
    expect(await panel.findByText(/12 Harbor Street/)).toHaveTextContent('207 555 0173');
    expect(panel.getByText('pi_1')).toBeVisible();
    expect(panel.getByRole('button', { name: 'ship' })).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Close the order' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Manage Orders' })).toHaveFocus();
  });
});

describe('shipping', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const sent = (changes: () => Call[]) => changes().map(({ path, body }) => `${path} ${body}`);

  async function ship(orders?: Order[], change?: () => Response) {
    const { changes } = show(orders, change && { change });
    await userEvent.click((await row('Alternator')).getByRole('button', { name: /^ship/ }));
    return changes;
  }

  it('is held for ten seconds, and then sent with what is known of the parcel', async () => {
    const changes = await ship();
    const dialog = within(
      screen.getByRole('dialog', { name: 'Ship AP-1111-1111 to Marta Lindqvist' }),
    );
    await userEvent.type(dialog.getByLabelText('Carrier (optional)'), 'Northline');
    await userEvent.click(dialog.getByRole('button', { name: 'Ship' }));
    expect(await screen.findByText(/^Shipping AP-1111-1111 to Marta Lindqvist\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await wait(9_000);
    expect(changes()).toHaveLength(0);
    await wait(1_500);
    expect(sent(changes)).toEqual(['/ship/o-1 {"status":"shipped","carrier":"Northline"}']);
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Order shipped');
    });
    expect(screen.getByRole('heading', { name: 'Manage Orders' })).toHaveFocus();
  });

  it('can be undone', async () => {
    const changes = await ship();
    await press('Ship');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(screen.queryByText(/^Shipping/)).toBeNull();
    await wait(11_000);
    expect(changes()).toHaveLength(0);
  });

  it('keeps what was typed when it is undone', async () => {
    await ship();
    await userEvent.type(screen.getByLabelText('Carrier (optional)'), 'Northline');
    await userEvent.type(screen.getByLabelText('Tracking number (optional)'), 'NL 88');
    await press('Ship');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await userEvent.click((await row('Alternator')).getByRole('button', { name: /^ship/ }));
    expect(screen.getByLabelText('Carrier (optional)')).toHaveValue('Northline');
    expect(screen.getByLabelText('Tracking number (optional)')).toHaveValue('NL 88');
  });

  it('shows the delivery address', async () => {
    await ship();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/^Ships to .*12 Harbor Street/)).toBeVisible();
    expect(dialog.getByText('AP-1111-1111')).toHaveClass('nowrap');
  });

  it('shows only its own button as busy while it is held', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
    show([paid], { at: '/manage?open=o-1' });
    const panel = within(await screen.findByRole('complementary', { name: 'Opened order' }));
    await userEvent.click(await panel.findByRole('button', { name: 'ship' }));
    await press('Ship');
    expect(panel.getByRole('button', { name: 'ship' })).toHaveAttribute('aria-busy', 'true');
    const refund = panel.getByRole('button', { name: 'Refund' });
    expect(refund).toBeDisabled();
    expect(refund).not.toHaveAttribute('aria-busy', 'true');
    await press('Undo');
    vi.unstubAllGlobals();
  });

  it('is sent immediately on demand', async () => {
    const changes = await ship();
    await press('Ship');
    await press('Ship now');
    expect(sent(changes)).toEqual(['/ship/o-1 {"status":"shipped"}']);
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledTimes(1);
    });
  });

  it('is sent when the page is left', async () => {
    const changes = await ship();
    await press('Ship');
    act(() => {
      window.dispatchEvent(new Event('pagehide'));
    });
    await waitFor(() => {
      expect(sent(changes)).toEqual(['/ship/o-1 {"status":"shipped"}']);
    });
    await wait(11_000);
    expect(changes()).toHaveLength(1);
  });

  it('is sent when another screen of the shop is opened', async () => {
    const changes = await ship();
    await press('Ship');
    await userEvent.click(screen.getByRole('link', { name: /^Oil filter/ }));
    expect(await screen.findByText(/^now at/)).toBeVisible();
    await waitFor(() => {
      expect(sent(changes)).toEqual(['/ship/o-1 {"status":"shipped"}']);
    });
  });

  it('warns before an unpaid order ships', async () => {
    const { changes } = show();
    await userEvent.click((await menuOf('Oil filter')).getByRole('button', { name: 'ship' }));
    expect(screen.getByText('This order is not paid yet. Ship it anyway?')).toBeVisible();
    await press('Ship anyway');
    await press('Ship now');
    expect(sent(changes)).toEqual(['/ship/o-2 {"status":"shipped"}']);
  });

  it('warns before an order ships whose customer has withdrawn', async () => {
    const { changes } = show([{ ...paid, withdrawnAt: '2026-07-02T10:00:00Z' }]);
    await userEvent.click((await menuOf('Alternator')).getByRole('button', { name: 'ship' }));
    expect(screen.getByText('withdrawn')).toBeVisible();
    expect(
      screen.getByText('The customer has withdrawn from the contract. Ship it anyway?'),
    ).toBeVisible();
    await press('Ship anyway');
    await press('Ship now');
    expect(sent(changes)).toEqual(['/ship/o-1 {"status":"shipped","anyway":true}']);
  });

  it('warns before a partly paid order ships', async () => {
    const changes = await ship([{ ...paid, refundedAmount: 5 }]);
    expect(screen.getByText('$5 of this order was refunded. Ship it anyway?')).toBeVisible();
    await press('Ship anyway');
    await press('Ship now');
    expect(sent(changes)).toEqual(['/ship/o-1 {"status":"shipped","anyway":true}']);
  });

  it('reports which order was not shipped, and why', async () => {
    await ship(undefined, () => problem(409, 'shipping_needs_confirmation'));
    await press('Ship');
    await press('Ship now');
    await waitFor(() => {
      expect(notify.error).toHaveBeenCalledWith(
        'AP-1111-1111: detail of shipping_needs_confirmation',
      );
    });
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('does not claim what another admin has already done', async () => {
    await ship(undefined, () => json({ ...done, modifiedCount: 0 }));
    await press('Ship');
    await press('Ship now');
    await waitFor(() => {
      expect(notify.info).toHaveBeenCalledWith('This order was already shipped.');
    });
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('ships several at once, and skips those that need a review', async () => {
    const second = anOrder({ _id: 'o-9', number: 'AP-9999-9999', product: 'Coil', paid: true });
    const { changes } = show([paid, second, unpaid, shipped]);
    await row('Alternator');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all that are shown' }));
    const bar = within(screen.getByRole('region', { name: 'Selected orders' }));
    expect(bar.getByText('4 selected, 2 to ship')).toBeVisible();
    expect(bar.getByRole('link', { name: 'Packing slips' })).toHaveAttribute(
      'href',
      '/dashboard/manageorders?print=slips&orders=o-1,o-9,o-2,o-3',
    );
    await userEvent.click(bar.getByRole('button', { name: 'Ship…' }));
    expect(screen.getByRole('dialog', { name: 'Ship 2 orders' })).toBeVisible();
    expect(screen.getByText(/^2 orders are left out/)).toBeVisible();
    expect(screen.queryByLabelText('Tracking number (optional)')).toBeNull();
    await press('Ship');
    await press('Ship now');
    expect(sent(changes).sort()).toEqual([
      '/ship/o-1 {"status":"shipped"}',
      '/ship/o-9 {"status":"shipped"}',
    ]);
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('2 orders shipped');
    });
  });
});
