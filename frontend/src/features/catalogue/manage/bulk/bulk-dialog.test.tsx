import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PartChangesReport } from '../../../../api/contract/generated-types';
import { aBrand, marta } from '../../../../testing/fixtures';
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

function open(
  answer: (call: Call) => Response | Promise<Response>,
  choice: string[] | { brand: string } = ['a', 'b'],
  around: (call: Call) => Response = () => json([]),
) {
  const onClose = vi.fn();
  const calls = serve((call) => (call.method === 'PATCH' ? answer(call) : around(call)));
  renderScreen(<BulkDialog choice={choice} onClose={onClose} />, {
    path: '/',
    at: '/',
    person: marta,
  });
  return { onClose, sent: () => calls.filter(({ method }) => method === 'PATCH') };
}

const preview = async (percent = '+4') => {
  await userEvent.type(screen.getByLabelText('By %'), percent);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
};
const apply = (parts: string) =>
  screen.findByRole('button', { name: `Apply to ${parts}` }).then(userEvent.click);

describe('bulk changes of products', () => {
  it('shows before and after, then applies what was shown', async () => {
    const { sent, onClose } = open((call) => json(isPreview(call) ? aPreview() : aReport()));
    await preview();
    const row = await screen.findByRole('row', { name: /Disc QD 300/ });
    expect(within(row).getByText('$28.60')).toBeVisible();
    expect(within(row).getByText('$29.74')).toBeVisible();
    expect(screen.getByText('1 part needs no change.')).toBeVisible();
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

  it('changes all results of a search', async () => {
    const { sent } = open(() => json(aPreview()), { brand: 'bosch' });
    await userEvent.selectOptions(screen.getByLabelText('What to change'), 'Hide');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('button', { name: 'Apply to 2 parts' });
    const [call] = sent();
    expect(call?.query.get('brand')).toBe('bosch');
    expect(call && bodyOf(call)).toEqual({ all: true, change: { kind: 'hide' }, dryRun: true });
  });

  it('lists products that cannot be changed, and warns about recent changes', async () => {
    const refused: PartChangesReport['refused'] = [
      { reason: 'number_taken', count: 1, parts: [{ _id: 'c', title: 'Caliper' }] },
    ];
    open(() => json(aPreview({ changes: 0, rows: [], refused, changedLately: 2 })));
    await preview();
    expect(await screen.findByRole('heading', { name: 'Nothing to change' })).toBeVisible();
    expect(screen.getByText(/^1 part left out: another part of the brand has/)).toBeVisible();
    expect(screen.getByText(/^2 of these parts changed within the last hour/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  });

  it('changes nothing on a conflict, and reloads the preview', async () => {
    open((call) => (isPreview(call) ? json(aPreview()) : problem(409, 'changed_meanwhile')));
    await preview();
    await apply('2 parts');
    expect(
      await screen.findByText(/have changed since the preview, so nothing was done/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByRole('button', { name: 'Apply to 2 parts' })).toBeVisible();
  });

  it('continues where a run was interrupted', async () => {
    const rest = { after: 'a', count: 1, digest: 'd2' };
    const { sent } = open((call) => {
      if (isPreview(call)) return json(aPreview());
      return json(
        bodyOf(call).after === 'a' ? aReport({ changes: 1 }) : aReport({ changes: 1, rest }),
      );
    });
    await preview();
    await apply('2 parts');
    expect(
      await screen.findByText('The change stopped early. 1 part was not changed.'),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('2 parts changed.')).toBeVisible();
    const last = sent().at(-1);
    expect(last && bodyOf(last)).toMatchObject(rest);
  });

  it('previews the rest again when it cannot continue as agreed', async () => {
    const rest = { after: 'a', count: 1, digest: 'd2' };
    let refusals = 1;
    const { sent, onClose } = open((call) => {
      const body = bodyOf(call);
      if (isPreview(call)) {
        return json(body.after === 'a' ? aPreview({ changes: 1, digest: 'd3' }) : aPreview());
      }
      if (body.after === undefined) return json(aReport({ changes: 1, rest }));
      refusals -= 1;
      return refusals >= 0 ? problem(409, 'changed_meanwhile') : json(aReport({ changes: 1 }));
    });
    await preview();
    await apply('2 parts');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/have changed since the preview/)).toBeVisible();
    expect(screen.getByText('1 part changed.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Preview the rest' }));
    expect(await screen.findByRole('heading', { name: 'Change 1 part?' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByText('1 part changed.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('2 parts changed.')).toBeVisible();
    expect(sent().map(bodyOf).slice(2, 4)).toEqual([
      expect.objectContaining({ after: 'a', count: 1, digest: 'd2' }),
      expect.objectContaining({ after: 'a', dryRun: true }),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledWith(true);
  });

  it('retries idempotently when the response was lost', async () => {
    const answers = [problem(503, 'outcome_unknown'), problem(409, 'changed_meanwhile')];
    const { sent } = open((call) =>
      isPreview(call) ? json(aPreview()) : (answers.shift() ?? json(aReport())),
    );
    await preview();
    await apply('2 parts');
    expect(
      await screen.findByText(/Check again to find out\. Nothing will be done twice/),
    ).toBeVisible();
    expect(screen.getByRole('row', { name: /Disc QD 300/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText(/Nothing was done twice/)).toBeVisible();
    const [, first, second] = sent().map(bodyOf);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ count: 2, digest: 'd1' });
  });

  it('waits for minutes and shows that it does', async () => {
    const clock = vi.spyOn(globalThis, 'setTimeout');
    open((call) =>
      isPreview(call) ? json(aPreview({ changes: 500 })) : new Promise<Response>(() => undefined),
    );
    await preview();
    await apply('500 parts');
    expect(await screen.findByText('This may take a few minutes.')).toBeVisible();
    expect(clock.mock.calls.map(([, time]) => time)).toContain(300_000);
  });

  it('lists what both runs skipped', async () => {
    const caliper = { _id: 'c', title: 'Caliper' };
    const hose = { _id: 'd', title: 'Hose' };
    const first = [{ reason: 'number_taken' as const, count: 2, parts: [caliper, hose] }];
    const second = [{ reason: 'changed_meanwhile' as const, count: 1, parts: [hose] }];
    open((call) => {
      if (isPreview(call)) return json(aPreview());
      return bodyOf(call).after === undefined
        ? json(aReport({ refused: first, rest: { after: 'b', count: 1, digest: 'd2' } }))
        : json(aReport({ refused: second }));
    });
    await preview();
    await apply('2 parts');
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('4 parts changed.')).toBeVisible();
    expect(screen.getByText(/^1 part left out: another part of the brand has/)).toBeVisible();
    expect(screen.getByText(/^1 part left out: since changed/)).toBeVisible();
    expect(screen.getAllByText('Hose')).toHaveLength(1);
  });

  it('announces each step', async () => {
    open(() => json(aPreview()));
    await preview();
    expect(await screen.findByRole('heading', { name: 'Change 2 parts?' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('heading', { name: 'Change 2 parts' })).toHaveFocus();
    expect(screen.getByLabelText('By %')).toHaveValue('+4');
  });

  it('removes a category only if that was chosen', async () => {
    const { sent } = open(() => json(aPreview()));
    await userEvent.selectOptions(screen.getByLabelText('What to change'), 'Category');
    const field = screen.getByLabelText('New category');
    expect(field).toHaveDisplayValue('Choose…');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('choose a category, or None')).toBeVisible();
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('choose a category, or None');
    expect(sent()).toEqual([]);
    await userEvent.selectOptions(field, 'None');
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('heading', { name: 'Change 2 parts?' });
    expect(sent().map(bodyOf)).toEqual([expect.objectContaining({ change: { kind: 'category' } })]);
  });

  it('reports that the brands did not load, and retries', async () => {
    const answers = [problem(503, 'unavailable')];
    open(
      () => json(aPreview()),
      ['a'],
      ({ path }) => (path === '/brands' ? answers.pop() : undefined) ?? json([aBrand()]),
    );
    await userEvent.selectOptions(screen.getByLabelText('What to change'), 'Brand');
    expect(await screen.findByText(/^The brands did not load/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'Norvane' })).toBeInTheDocument();
  });

  it('reads 1,000 as a thousand', async () => {
    const { sent } = open(() => json(aPreview()));
    await preview('1,000');
    await screen.findByRole('heading', { name: 'Change 2 parts?' });
    expect(sent().map(bodyOf)).toEqual([
      expect.objectContaining({
        change: { kind: 'price_by', basisPoints: 100_000, rounding: 'cent' },
      }),
    ]);
  });

  it.each(['', 'x', '1.234', '-99.01', '1001'])('rejects %j as a percentage', async (typed) => {
    const { sent } = open(() => json(aPreview()));
    if (typed !== '') await userEvent.type(screen.getByLabelText('By %'), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() => {
      expect(screen.getByText(/^percent must be/)).toBeVisible();
    });
    expect(sent()).toEqual([]);
  });
});
