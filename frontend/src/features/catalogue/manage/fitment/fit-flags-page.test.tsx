import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FitFlag, FitFlagDetails } from '../../../../api/contract/generated-types';
import { changed, marta } from '../../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../../testing/test-shop';
import { FitFlagsPage } from './fit-flags-page';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../../../ui/messages/notify', () => ({ notify }));
const saved = vi.hoisted(() => vi.fn());
vi.mock('../../../../lib/save-blob', () => ({ saveBlob: saved }));

const FLAG: FitFlag = {
  _id: 'honda/civic/p-1',
  part: 'p-1',
  title: 'Brake disc',
  number: 'BD-300',
  make: { id: 'honda', name: 'Honda' },
  model: { id: 'honda/civic', name: 'Civic' },
  misfits: 3,
  sold: 8,
  soldRecently: 20,
  percentWrong: 66,
  expectedLoss: 237.5,
  partSuspect: false,
};

const DETAILS: FitFlagDetails = {
  ...FLAG,
  suspended: false,
  returns: [
    {
      number: 'RT-7KQD-M2XW',
      order: 'order-1',
      receivedAt: '2026-12-01T10:00:00Z',
      note: 'The holes do not line up.',
    },
    { number: 'RT-2222-2222', order: 'order-2', receivedAt: '2026-11-30T10:00:00Z' },
  ],
};

const renderPage = () =>
  renderScreen(<FitFlagsPage />, {
    path: '/dashboard/fit-flags',
    at: '/dashboard/fit-flags',
    person: marta,
  });

/** A shop that lists one flag until it is suspended or dismissed. */
function show(flag: Partial<FitFlag> = {}, answer: () => Response = () => json(changed)) {
  let flags = [{ ...FLAG, ...flag }];
  const calls = serve(({ method, path }) => {
    if (method === 'GET') return json(path === '/fit-flags' ? flags : DETAILS);
    const response = answer();
    if (response.ok) flags = [];
    return response;
  });
  renderPage();
  return () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path, body && (JSON.parse(body) as unknown)]);
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('fit warnings', () => {
  beforeEach(() => {
    notify.success.mockClear();
  });

  it('say what came back and what it costs', async () => {
    show();
    const table = within(await screen.findByRole('table', { name: 'Fit warnings' }));
    expect(table.getByRole('link', { name: 'Brake disc' })).toHaveAttribute(
      'href',
      '/dashboard/products/p-1',
    );
    expect(
      table.getByRole('cell', {
        name: '3 of 8 sold for this car came back because they did not fit.',
      }),
    ).toBeVisible();
    expect(table.getByText('$237.50')).toBeVisible();
    expect(table.getByText('66%')).toBeVisible();
    expect(screen.queryByText(/number or picture/)).not.toBeInTheDocument();
  });

  it('suspend the part for the car with one press', async () => {
    const sent = show();
    await press('Suspend Brake disc for Honda Civic');
    expect(await screen.findByRole('heading', { name: 'No fit warnings' })).toBeVisible();
    expect(notify.success).toHaveBeenCalledWith('Suspended');
    expect(sent()).toEqual([
      [
        'PUT',
        '/suspensions/p-1/honda/civic',
        { reason: '3 of 8 came back because they did not fit.' },
      ],
    ]);
    expect(screen.getByRole('heading', { name: 'Fit warnings' })).toHaveFocus();
  });

  it('can be dismissed', async () => {
    const sent = show();
    await press('Dismiss the warning about Brake disc for Honda Civic');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Dismissed');
    });
    expect(sent()).toEqual([['DELETE', '/fit-flags/p-1/honda/civic', '']]);
  });

  it('stay when the change is rejected', async () => {
    show({}, () => problem(503, 'unavailable'));
    await press('Suspend Brake disc for Honda Civic');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(notify.success).not.toHaveBeenCalled();
    expect(screen.getByRole('table', { name: 'Fit warnings' })).toBeVisible();
  });

  it('show the returns with the words of the customers', async () => {
    show();
    await press('Returns of Brake disc for Honda Civic');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Brake disc for Honda Civic' }),
    );
    expect(await dialog.findByText('The holes do not line up.')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'RT-7KQD-M2XW' })).toHaveAttribute(
      'href',
      '/dashboard/manage-returns?number=RT-7KQD-M2XW',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('can be sent to the suppliers, as CSV and as ACES', async () => {
    const formats: (string | null)[] = [];
    serve(({ path, query }) => {
      if (path !== '/exports/fit-warnings') return json([FLAG]);
      formats.push(query.get('format'));
      return new Response('file');
    });
    renderPage();
    await press('CSV: download all fit warnings');
    await waitFor(() => {
      expect(saved).toHaveBeenCalledTimes(1);
    });
    await press('ACES: download the suspended parts, to be removed from the data');
    await waitFor(() => {
      expect(saved).toHaveBeenCalledTimes(2);
    });
    expect(formats).toEqual([null, 'aces']);
    const nameOf = ([, name]: unknown[]) => String(name).replace(/\d[\d-]*\d/, 'day');
    expect(saved.mock.calls.map(nameOf)).toEqual(['fit-warnings-day.csv', 'fit-warnings-day.xml']);
  });

  it('point at the part when it came back from several models', async () => {
    show({ partSuspect: true });
    expect(await screen.findByText(/Its number or picture may be wrong/)).toBeVisible();
  });
});
