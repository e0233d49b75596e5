import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { About } from '../../../../api/contract/generated-types';
import { changed, marta } from '../../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../../testing/test-shop';
import { ConditionsPage } from './conditions-page';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../../../ui/messages/notify', () => ({ notify }));

function show(answer: () => Response) {
  let about: About = 'vehicle';
  const calls = serve(({ method, query, body }) => {
    if (method === 'PUT') {
      const response = answer();
      if (response.ok) ({ about } = JSON.parse(body) as { about: About });
      return response;
    }
    const wanted = query.get('about');
    const condition = { _id: 'c-1', words: 'Sold in pairs', about, parts: 1240 };
    return json(wanted === null || wanted === about ? [condition] : []);
  });
  renderScreen(<ConditionsPage />, { path: '/conditions', at: '/conditions', person: marta });
  return () =>
    calls
      .filter(({ method }) => method === 'PUT')
      .map(({ path, body }) => [path, body && (JSON.parse(body) as unknown)]);
}

const choice = () => screen.findByLabelText('What “Sold in pairs” is about');

describe('conditions', () => {
  it('change their subject as soon as it is chosen', async () => {
    const sent = show(() => json(changed));
    expect(await screen.findByText('1,240')).toBeVisible();
    await userEvent.selectOptions(await choice(), 'The part');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Saved');
    });
    expect(sent()).toEqual([['/conditions/c-1', { about: 'part' }]]);
    expect(await choice()).toHaveValue('part');
  });

  it('keep their subject when the change is rejected', async () => {
    show(() => problem(503, 'unavailable'));
    await userEvent.selectOptions(await choice(), 'Unclassified');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await choice()).toHaveValue('vehicle');
  });

  it('are grouped by subject', async () => {
    show(() => json(changed));
    await choice();
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'Unclassified');
    expect(await screen.findByText('No conditions of this kind.')).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText('Show'), 'The vehicle');
    expect(await choice()).toBeVisible();
  });
});
