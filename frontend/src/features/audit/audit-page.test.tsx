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
  serve(() => json(entries));
  renderScreen(<AuditPage />, { path: '/audit', at: `/audit${search}`, person: marta });
}

describe('Audit Log', () => {
  it('says what was done to whom, by whom and when', async () => {
    show([refunded, granted]);
    expect(await screen.findByText('2 entries')).toBeVisible();
    const row = within(screen.getByRole('row', { name: /Made an admin/ }));
    expect(row.getByText('address confirmed')).toBeVisible();
    expect(row.getByText('ada@autoparts.example')).toBeVisible();
    expect(row.getByText(marta.email)).toBeVisible();
    expect(row.getByText(formatDateTime(NOON))).toBeVisible();
  });

  it('leads to the order that was refunded', async () => {
    show([refunded]);
    expect(await screen.findByRole('link', { name: 'order-7' })).toHaveAttribute(
      'href',
      '/dashboard/manageorders?q=order-7',
    );
  });

  it('names nobody who has no address any more', async () => {
    show([bySignIn]);
    const row = within(await screen.findByRole('row', { name: /Lost the email address/ }));
    expect(row.getByText('the server')).toBeVisible();
    expect(row.getByText('a user without an address')).toBeVisible();
  });

  it('finds entries by address and action', async () => {
    show([refunded, granted, bySignIn]);
    const search = await screen.findByRole('searchbox', { name: 'Find by email or action' });
    /** The heading's row, and those found. */
    const rows = (count: number) =>
      waitFor(() => {
        expect(screen.getAllByRole('row')).toHaveLength(1 + count);
      });
    await userEvent.type(search, 'REFUND');
    await rows(1);
    await userEvent.clear(search);
    await userEvent.type(search, 'ada@');
    await rows(2);
    await userEvent.clear(search);
    await userEvent.type(search, 'nobody');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all entries' }));
    await rows(3);
  });

  it('says what will be here', async () => {
    show([]);
    expect(await screen.findByText('No entries yet')).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('can be asked for again when it did not load', async () => {
    const answers = [problem(503, 'unavailable'), json([granted])];
    serve(() => answers.shift() ?? json([granted]));
    renderScreen(<AuditPage />, { path: '/audit', at: '/audit', person: marta });
    expect(await screen.findByText('The entries did not load')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Made an admin')).toBeVisible();
  });
});
