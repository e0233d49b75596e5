import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PartChangesReport } from '../../../../api/generated-types';
import { marta } from '../../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../../testing/test-shop';
import { BulkDialog } from './bulk-dialog';

const aPreview = (facts: Partial<PartChangesReport> = {}): PartChangesReport => ({
  dryRun: true,
  changes: 2,
  unchanged: 1,
  refused: [],
  rows: [
    { _id: 'a', title: 'Disc', number: 'QD 300', before: '28.60', after: '29.74' },
    { _id: 'b', title: 'Pads', before: '14.20', after: '14.77' },
  ],
  chosen: 3,
  changedLately: 0,
  digest: 'd1',
  ...facts,
});
const aReport = (facts: Partial<PartChangesReport> = {}): PartChangesReport => ({
  dryRun: false,
  changes: 2,
  unchanged: 1,
  refused: [],
  rows: [],
  ...facts,
});

const bodyOf = ({ body }: Call) => JSON.parse(body) as Record<string, unknown>;
const isPreview = (call: Call) => bodyOf(call).dryRun === true;

function open(answer: (call: Call) => Response, choice: string[] | { brand: string } = ['a', 'b']) {
  const onClose = vi.fn();
  const calls = serve((call) => (call.method === 'PATCH' ? answer(call) : json([])));
  renderScreen(<BulkDialog choice={choice} onClose={onClose} />, {
    path: '/',
    at: '/',
    person: marta,
  });
  return { onClose, sent: () => calls.filter(({ method }) => method === 'PATCH') };
}

const preview = async (percent = '+4') => {
  await userEvent.type(screen.getByLabelText('By per cent'), percent);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
};
const apply = (parts: string) =>
  screen.findByRole('button', { name: `Apply to ${parts}` }).then(userEvent.click);

describe('changing many products', () => {
  it('shows before and after, then does what was shown', async () => {
    const { sent, onClose } = open((call) => json(isPreview(call) ? aPreview() : aReport()));
    await preview();
    const row = await screen.findByRole('row', { name: /Disc QD 300/ });
    expect(within(row).getByText('$28.60')).toBeVisible();
    expect(within(row).getByText('$29.74')).toBeVisible();
    expect(screen.getByText('1 part already as wanted.')).toBeVisible();
    await apply('2 parts');
    expect(await screen.findByText('2 parts changed.')).toBeVisible();
    const change = { kind: 'price_by', basisPoints: 400, rounding: 'cent' };
    expect(sent().map(bodyOf)).toEqual([
      { ids: ['a', 'b'], change, dryRun: true },
      { ids: ['a', 'b'], change, count: 2, digest: 'd1' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledWith(true);
  });

  it('changes all that a search finds', async () => {
    const { sent } = open(() => json(aPreview()), { brand: 'bosch' });
    await userEvent.selectOptions(screen.getByLabelText('What'), 'Hide');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('button', { name: 'Apply to 2 parts' });
    const [call] = sent();
    expect(call?.query.get('brand')).toBe('bosch');
    expect(call && bodyOf(call)).toEqual({ all: true, change: { kind: 'hide' }, dryRun: true });
  });

  it('says what cannot be changed, and warns of what has just changed', async () => {
    const refused: PartChangesReport['refused'] = [
      { reason: 'number_taken', count: 1, parts: [{ _id: 'c', title: 'Caliper' }] },
    ];
    open(() => json(aPreview({ changes: 0, rows: [], refused, changedLately: 2 })));
    await preview();
    expect(await screen.findByText('Nothing would change.')).toBeVisible();
    expect(screen.getByText(/^1 part left out: they have a number/)).toBeVisible();
    expect(screen.getByText(/^2 of these parts changed within the last hour/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  });

  it('does nothing when somebody changed a product meanwhile, and looks again', async () => {
    open((call) => (isPreview(call) ? json(aPreview()) : problem(409, 'changed_meanwhile')));
    await preview();
    await apply('2 parts');
    expect(
      await screen.findByText(/have changed since the preview, so nothing was done/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByRole('button', { name: 'Apply to 2 parts' })).toBeVisible();
  });

  it('goes on where a run has broken off', async () => {
    const rest = { after: 'a', count: 1, digest: 'd2' };
    const { sent } = open((call) => {
      if (isPreview(call)) return json(aPreview());
      return json(
        bodyOf(call).after === 'a' ? aReport({ changes: 1 }) : aReport({ changes: 1, rest }),
      );
    });
    await preview();
    await apply('2 parts');
    expect(await screen.findByText(/^It broke off before 1 part/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    expect(await screen.findByText('2 parts changed.')).toBeVisible();
    const last = sent().at(-1);
    expect(last && bodyOf(last)).toMatchObject(rest);
  });

  it.each(['', 'x', '1.234', '-99.01', '1001'])('takes no %j for per cent', async (typed) => {
    const { sent } = open(() => json(aPreview()));
    if (typed !== '') await userEvent.type(screen.getByLabelText('By per cent'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() => {
      expect(screen.getByText(/^per cent must be/)).toBeVisible();
    });
    expect(sent()).toEqual([]);
  });
});
