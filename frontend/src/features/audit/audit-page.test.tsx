import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { formatDateTime } from '../../lib/date-time';
import { anAuditEntry, marta, NOON } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { AuditPage } from './audit-page';

const granted = anAuditEntry();
const refunded = anAuditEntry({ _id: 'entry-2', action: 'refund_order', detail: 'order-7' });
const bySignIn = anAuditEntry({
  _id: 'entry-3',
  action: 'lose_address',
  actor: undefined,
  subject: { _id: 'user-5', user: '0190a@moved.invalid' },
  detail: undefined,
});

function show(entries: unknown[], search = '') {
  const calls = serve(() => json(entries));
  renderScreen(<AuditPage />, { path: '/audit', at: `/audit${search}`, person: marta });
  return calls;
}

describe('Audit Log', () => {
  it('shows the action, the subject, the actor and the time', async () => {
    show([refunded, granted]);
    expect(await screen.findByText('2 entries')).toBeVisible();
    const row = within(screen.getByRole('row', { name: /Made an admin/ }));
    expect(row.getByText('address confirmed')).toBeVisible();
    expect(row.getByText('ada@autoparts.example')).toBeVisible();
    expect(row.getByText(marta.email)).toBeVisible();
    expect(row.getByText(formatDateTime(NOON))).toBeVisible();
  });

  it('links to the refunded order', async () => {
    show([refunded]);
    expect(await screen.findByRole('link', { name: 'order-7' })).toHaveAttribute(
      'href',
      '/dashboard/manageorders?q=order-7',
    );
  });

  it('omits users whose address was deleted', async () => {
    show([bySignIn]);
    const row = within(await screen.findByRole('row', { name: /Lost their email address/ }));
    expect(row.getByText('the server')).toBeVisible();
    expect(row.getByText('a user without an address')).toBeVisible();
  });

  it('links to the affected order and product, and names the action', async () => {
    show([
      anAuditEntry({ _id: 'entry-4', action: 'ship_order', detail: 'order-8, UPS, 1Z7' }),
      anAuditEntry({
        _id: 'entry-5',
        action: 'change_price',
        detail: 'part-3, price $12.50 → $9.90',
      }),
    ]);
    const shipped = within(await screen.findByRole('row', { name: /Shipped an order/ }));
    expect(shipped.getByRole('link', { name: 'order-8' })).toBeVisible();
    expect(shipped.getByText(/, UPS, 1Z7/)).toBeVisible();
    const priced = within(screen.getByRole('row', { name: /Changed a price/ }));
    expect(priced.getByRole('link', { name: 'part-3' })).toHaveAttribute(
      'href',
      '/dashboard/products/part-3',
    );
    expect(priced.getByText(/price \$12\.50 → \$9\.90/)).toBeVisible();
  });

  it('shows each field that changed, old and new', async () => {
    const detail = 'part-3\ntitle: Disc → Vented disc\nweight_g: none → 300\nand 2 more changes';
    show([anAuditEntry({ _id: 'entry-6', action: 'edit_part', detail })]);
    const row = within(await screen.findByRole('row', { name: /Edited a product/ }));
    expect(row.getByRole('link', { name: 'part-3' })).toHaveAttribute(
      'href',
      '/dashboard/products/part-3',
    );
    const changes = within(row.getByRole('list', { name: 'Changes' }));
    expect(changes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'title: Disc → Vented disc',
      'weight_g: none → 300',
    ]);
    expect(row.getByText('and 2 more changes')).toBeVisible();
  });

  it('requests the entries that match the filters', async () => {
    const calls = show([refunded], '?action=refund_order&from=2026-11-01');
    const last = () => Object.fromEntries(calls.at(-1)?.query.entries() ?? []);
    await screen.findByText('Refunded an order', { selector: 'b' });
    expect(last()).toEqual({ action: 'refund_order', from: '2026-11-01', limit: '50' });
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Changed a price');
    await userEvent.type(screen.getByLabelText('Done by'), 'ada@autoparts.example{Enter}');
    await waitFor(() => {
      expect(last()).toEqual({
        action: 'change_price',
        actor: 'ada@autoparts.example',
        from: '2026-11-01',
        limit: '50',
      });
    });
  });

  it('does not search for an incomplete address', async () => {
    const calls = show([refunded], '?subject=marta');
    expect(await screen.findByText('No entries found')).toBeVisible();
    expect(screen.getByText(/full current email address/)).toBeVisible();
    expect(calls).toEqual([]);
    expect(screen.getByRole('link', { name: 'Show all entries' })).toHaveAttribute(
      'href',
      '/dashboard/audit',
    );
  });

  it('loads more when a page is full', async () => {
    const many = Array.from({ length: 50 }, (_, at) => anAuditEntry({ _id: `entry-${at}` }));
    const last = { ...refunded, _id: 'entry-50' };
    const answers = [json(many), json([last])];
    const calls = serve(() => answers.shift() ?? json([]));
    renderScreen(<AuditPage />, { path: '/audit', at: '/audit', person: marta });
    await userEvent.click(await screen.findByRole('button', { name: /more/i }));
    expect(await screen.findByText('Refunded an order', { selector: 'b' })).toBeInTheDocument();
    expect(calls.at(-1)?.query.get('after')).toBe('entry-49');
  });

  it('explains an empty log', async () => {
    show([]);
    expect(await screen.findByText('No entries yet')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('can be retried when it did not load', async () => {
    const answers = [problem(503, 'unavailable'), json([granted])];
    serve(() => answers.shift() ?? json([granted]));
    renderScreen(<AuditPage />, { path: '/audit', at: '/audit', person: marta });
    expect(await screen.findByText('The entries did not load')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Made an admin', { selector: 'b' })).toBeVisible();
  });
});
