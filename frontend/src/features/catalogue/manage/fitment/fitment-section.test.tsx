import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FitmentRecord } from '../../../../api/contract/generated-types';
import { aPart, aPartRecord, changed, deleted, marta, revised } from '../../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../../testing/test-shop';
import { FitmentSection } from './fitment-section';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../../../ui/messages/notify', () => ({ notify }));

const honda = { id: 'honda', name: 'Honda' };
const civic = { id: 'honda/civic', name: 'Civic' };
const engine = { id: '2.0l-l4-gas', name: '2.0L L4' };

const record = (facts: Partial<FitmentRecord> = {}): FitmentRecord => ({
  revision: 3,
  total: 1,
  setAside: 0,
  suspensions: [],
  models: [
    {
      make: honda,
      model: civic,
      applications: [
        {
          from: 2016,
          to: 2018,
          engine,
          position: 'Front',
          pieces: 2,
          conditions: [{ id: 'c-1', words: 'With A/C', about: 'vehicle' }],
        },
      ],
    },
  ],
  ...facts,
});

function show(fitment: FitmentRecord, answer: (call: Call) => Response | null = () => null) {
  const calls = serve((call) => {
    const own = answer(call);
    if (own) return own;
    if (call.path === '/makes') return json([honda]);
    if (call.path === '/makes/honda/models') return json([civic]);
    if (call.path.endsWith('/engines')) return json([{ ...engine, from: 2016, to: 2021 }]);
    return json(fitment);
  });
  renderScreen(<FitmentSection record={aPartRecord()} />, { path: '/', at: '/', person: marta });
  return () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path, body && (JSON.parse(body) as unknown)]);
}

const open = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(screen.getByRole('dialog'));
};
type Dialog = Awaited<ReturnType<typeof open>>;
const write = (dialog: Dialog, label: string, value: string) => {
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });
};
const press = (dialog: Dialog, name: string) =>
  userEvent.click(dialog.getByRole('button', { name }));

describe('a part’s fitment', () => {
  it('is listed by model', async () => {
    show(record());
    const row = await screen.findByRole('row', { name: /Honda Civic/ });
    expect(within(row).getByText('2016–2018, 2.0L L4, 2 at Front: With A/C')).toBeVisible();
  });

  it('shows when nothing is listed, and when some could not be read', async () => {
    show(record({ models: [], total: 0, setAside: 12 }));
    expect(await screen.findByText(/No models are listed/)).toBeVisible();
    expect(screen.getByText(/12 more from the supplier/)).toBeVisible();
  });

  it('is edited with the revision that was shown', async () => {
    const sent = show(record(), ({ method }) => (method === 'PUT' ? json(revised(4)) : null));
    const dialog = await open('Edit Honda Civic');
    expect(dialog.getByLabelText('From year 1')).toHaveValue('2016');
    expect(dialog.getByLabelText('Conditions 1, one per line')).toHaveValue('With A/C');
    write(dialog, 'To year 1', '2015');
    await press(dialog, 'Save');
    expect(await dialog.findByText('last year must not be before first year')).toBeVisible();
    write(dialog, 'To year 1', '2020');
    write(dialog, 'Conditions 1, one per line', ' With A/C \n\nBuilt in Ohio');
    await press(dialog, 'Save');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Saved');
    });
    expect(sent()).toEqual([
      [
        'PUT',
        '/parts/part-1/fitments/honda/civic',
        {
          revision: 3,
          applications: [
            {
              from: 2016,
              to: 2020,
              engine: '2.0l-l4-gas',
              position: 'Front',
              pieces: 2,
              conditions: ['With A/C', 'Built in Ohio'],
            },
          ],
        },
      ],
    ]);
  });

  it('drops a model with its last application', async () => {
    const sent = show(record(), ({ method }) => (method === 'PUT' ? json(revised(4)) : null));
    const dialog = await open('Edit Honda Civic');
    await press(dialog, 'Remove application 1');
    expect(dialog.getByText(/not listed for this model/)).toBeVisible();
    await press(dialog, 'Save');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Model removed');
    });
    expect(sent()).toEqual([
      ['PUT', '/parts/part-1/fitments/honda/civic', { revision: 3, applications: [] }],
    ]);
  });

  it('adds a model chosen by make, and reports a conflict', async () => {
    const sent = show(record({ models: [], total: 0 }), ({ method }) =>
      method === 'PUT' ? problem(409, 'changed_meanwhile') : null,
    );
    const dialog = await open('Add model');
    await userEvent.selectOptions(dialog.getByLabelText('Make'), await dialog.findByText('Honda'));
    await userEvent.selectOptions(dialog.getByLabelText('Model'), await dialog.findByText('Civic'));
    write(dialog, 'From year 1', '2018');
    write(dialog, 'To year 1', '2018');
    await press(dialog, 'Save');
    expect(await dialog.findByText(/^Someone else has changed this part/)).toBeVisible();
    expect(sent()).toEqual([
      [
        'PUT',
        '/parts/part-1/fitments/honda/civic',
        { revision: 3, applications: [{ from: 2018, to: 2018, conditions: [] }] },
      ],
    ]);
  });

  it('is copied from a part found by its number', async () => {
    const sibling = aPart({ _id: 'part-2', title: 'Alternator, new' });
    const sent = show(record(), ({ method, path }) => {
      if (method === 'POST') return json(revised(4));
      const numbers = [aPart(), sibling].map((part) => ({ part, number: 'AL 1' }));
      return path === '/search' ? json({ parts: [], total: 0, numbers }) : null;
    });
    const dialog = await open('Copy from another part');
    write(dialog, 'Part number', 'AL-1');
    await press(dialog, 'Find');
    expect(await dialog.findByLabelText('Part')).toHaveValue('part-2');
    await press(dialog, 'Copy');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Copied');
    });
    expect(sent()).toEqual([
      ['POST', '/parts/part-1/fitments/copies', { revision: 3, from: 'part-2' }],
    ]);
  });

  it('is not copied when no other part has the number', async () => {
    const sent = show(record(), ({ path }) =>
      path === '/search' ? json({ parts: [], total: 0, numbers: [] }) : null,
    );
    const dialog = await open('Copy from another part');
    write(dialog, 'Part number', 'AL-1');
    await press(dialog, 'Find');
    expect(await dialog.findByText('No other part has this number.')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('is suspended for a model with a reason', async () => {
    const sent = show(record(), ({ method }) => (method === 'PUT' ? json(changed) : null));
    const dialog = await open('Suspend Honda Civic');
    await press(dialog, 'Suspend');
    expect(await dialog.findByText(/^reason/)).toBeVisible();
    write(dialog, 'Reason', ' Came back twice ');
    await press(dialog, 'Suspend');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Suspended');
    });
    expect(sent()).toEqual([
      ['PUT', '/suspensions/part-1/honda/civic', { reason: 'Came back twice' }],
    ]);
  });

  it('is resumed, even for a model that is not listed', async () => {
    const suspension = {
      make: honda,
      model: civic,
      reason: 'Came back',
      since: '2026-01-01T00:00:00Z',
    };
    const sent = show(record({ models: [], total: 0, suspensions: [suspension] }), ({ method }) =>
      method === 'DELETE' ? json(deleted) : null,
    );
    expect(await screen.findByText('Suspended: Came back')).toBeVisible();
    const dialog = await open('Resume Honda Civic');
    await press(dialog, 'Resume');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Resumed');
    });
    expect(sent()).toEqual([['DELETE', '/suspensions/part-1/honda/civic', '']]);
  });
});
