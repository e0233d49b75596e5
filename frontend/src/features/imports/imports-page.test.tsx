import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Import, ImportChange, ImportFinding } from '../../api/contract/generated-types';
import { aProblem, changed, marta, NOON } from '../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../testing/test-shop';
import { ImportsPage } from './imports-page';
import { formatBytes, guess } from './kinds';

const anImport = (facts: Partial<Import> = {}): Import => ({
  _id: 'i-1',
  kind: 'aces',
  file: 'brakes.xml',
  format: '',
  actor: 'marta@northgarage.example',
  state: 'reading',
  counts: {
    rows: 0,
    setAside: 0,
    foreign: 0,
    new: 0,
    changed: 0,
    gone: 0,
    unchanged: 0,
    applied: 0,
    removed: 0,
  },
  brake: 'none',
  createdAt: NOON,
  changedAt: NOON,
  ...facts,
});

const READY = anImport({
  state: 'ready',
  scope: 'whole_brand',
  format: 'ACES 4.2',
  counts: { ...anImport().counts, rows: 1204, new: 2, changed: 1, setAside: 40 },
});

const CHANGE: ImportChange = {
  place: '0',
  change: 'new',
  part: 'p-1',
  title: 'Brake pads',
  brand: 'ironclad',
  number: 'IP-1',
  line: 18204,
  added: 212,
  removed: 0,
  columns: [],
};

const finding = (facts: Partial<ImportFinding>): ImportFinding => ({
  place: '1',
  kind: 'problem',
  line: 7,
  rows: 1,
  words: 'The shop has no part IP-9 of ironclad.',
  ...facts,
});

/** Opens the page on an import; `answer` takes precedence over the usual responses. */
function open(job: Import | null, answer: (call: Call) => Response | undefined = () => undefined) {
  const calls = serve((call) => {
    const own = answer(call);
    if (own) return own;
    const { path, method, query } = call;
    if (path === '/imports' && method === 'POST') return json(anImport(), 201);
    if (path === '/imports') return json(job ? [job] : []);
    if (path.endsWith('/changes')) return json([CHANGE]);
    if (path.endsWith('/findings')) {
      const kind = query.get('kind');
      if (kind === 'unknown_code') {
        return json([
          finding({ place: '3', kind: 'unknown_code', words: 'engine 901', rows: 30 }),
          finding({ place: '4', kind: 'unknown_code', words: 'condition SubModel:77', rows: 10 }),
        ]);
      }
      return json(kind === 'problem' ? [finding({})] : []);
    }
    if (path.endsWith('/repeats')) return json(anImport({ _id: 'i-2' }), 201);
    if (method === 'PUT') return json(changed);
    return json(job ?? anImport());
  });
  const at = job ? `/imports?import=${job._id}` : '/imports';
  renderScreen(<ImportsPage />, { path: '/imports', at, person: marta });
  return (method: string) =>
    calls
      .filter((call) => call.method === method)
      .map(({ path, query, body }) => [path, Object.fromEntries(query), body] as const);
}

const drop = async (text: string, name: string) => {
  const place = await screen.findByLabelText('Drop a file here or choose one');
  await userEvent.upload(place, new File([text], name), { applyAccept: false });
};

describe('a file', () => {
  it('is sent as its detected kind', async () => {
    const sent = open(null);
    await drop('<?xml version="1.0"?>\n<ACES version="4.2">', 'brakes.xml');
    await waitFor(() => {
      expect(screen.getByLabelText('Kind')).toHaveValue('aces');
    });
    expect(screen.getByText('<ACES version="4.2">')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Read the file' }));
    expect(await screen.findByRole('region', { name: 'Import' })).toBeVisible();
    expect(sent('POST').map(([path, query]) => [path, query])).toEqual([
      ['/imports', { kind: 'aces', file: 'brakes.xml' }],
    ]);
  });

  it('can be assigned another kind, and shows why it is rejected', async () => {
    const sent = open(null, ({ method }) =>
      method === 'POST' ? problem(409, 'import_running') : undefined,
    );
    await drop('brand,number,make', 'brakes.csv');
    await waitFor(() => {
      expect(screen.getByText('brand,number,make')).toBeVisible();
    });
    expect(screen.getByLabelText('Kind')).toHaveValue('fitment');
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'ACES 3.0 to 5.0');
    await userEvent.click(screen.getByRole('button', { name: 'Read the file' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(sent('POST')[0]?.[1]).toEqual({ kind: 'aces', file: 'brakes.csv' });
    await userEvent.click(screen.getByRole('button', { name: 'Choose another' }));
    expect(screen.getByLabelText('Drop a file here or choose one')).toBeVisible();
  });

  it.each([
    ['<a:ACES xmlns:a="x">', 'aces'],
    ['\ufeff<?xml ?><!-- long -->', 'aces'],
    ['brand,number\n', 'fitment'],
    ['PK\u0003\u0004 fitment.csv', 'fitment'],
    ['PK\u0003\u0004 aces.xml', 'aces'],
    ['brand;"number";Title;price\n', 'parts'],
    ['id,hidden\n', 'parts'],
    ['brand,number,make,model,year_from\n', 'fitment'],
    ['brand,number,title\rmake,1,A title\r', 'parts'],
    ['PK\u0003\u0004 all-parts.csv', 'parts'],
    ['', 'fitment'],
  ])('that starts with %j is detected', async (text, kind) => {
    expect((await guess(new File([text], 'file'))).kind).toBe(kind);
  });

  it('has a readable size', () => {
    expect([7, 4096, 194_300_000, 2_100_000_000].map(formatBytes)).toEqual([
      '7 bytes',
      '4.1 kB',
      '194 MB',
      '2.1 GB',
    ]);
  });
});

describe('an import', () => {
  it('shows its progress and can be stopped', async () => {
    const job = anImport({ progress: { step: 'comparing', done: 128, total: 256 } });
    const sent = open(job);
    expect(await screen.findByText(/^Comparing it with the shop, 50%\./)).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '50');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => {
      expect(sent('PUT')).toEqual([['/imports/i-1', {}, '{"state":"stopped"}']]);
    });
  });

  it('shows what would change, and is applied', async () => {
    const sent = open(READY);
    const changes = await screen.findByRole('table', { name: 'Changes' });
    expect(within(changes).getByText('IP-1 Brake pads')).toBeVisible();
    expect(within(changes).getByText('ironclad, line 18,204')).toBeVisible();
    expect(within(changes).getByText('+212')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => {
      expect(sent('PUT')).toEqual([['/imports/i-1', {}, '{"state":"applying"}']]);
    });
  });

  it.each([
    ['confirm', 'Remove 120', /^Applying this removes 120 applications,/, { removals: 120 }],
    [
      'force',
      'Apply it anyway and remove 120',
      /^This file contradicts itself/,
      { removals: 120, force: true },
    ],
  ] as const)(
    'that removes many entries is applied once its number is confirmed: %s',
    async (brake, label, words, consent) => {
      const sent = open({ ...READY, brake, counts: { ...READY.counts, removed: 120 } });
      expect(await screen.findByText(words)).toBeVisible();
      const apply = screen.getByRole('button', { name: 'Apply' });
      expect(apply).toBeDisabled();
      await userEvent.click(screen.getByRole('checkbox', { name: label }));
      await userEvent.click(apply);
      await waitFor(() => {
        expect(sent('PUT')).toEqual([
          ['/imports/i-1', {}, JSON.stringify({ state: 'applying', ...consent })],
        ]);
      });
    },
  );

  it('from the previous release is read again', async () => {
    open({ ...READY, brake: 'unknown' });
    expect(await screen.findByRole('button', { name: 'Read again' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  it('of parts lists new parts and the changes to others', async () => {
    const says = (column: string, after: string) => ({ column, before: '', after });
    const changes = [
      {
        ...CHANGE,
        line: 3,
        added: 7,
        columns: [says('title', 'Brake pads'), says('price', '9.99')],
      },
      {
        ...CHANGE,
        place: '1',
        change: 'changed' as const,
        number: 'IP-2',
        added: 3,
        columns: [
          { column: 'price', before: '12.00', after: '13.50' },
          { column: 'core', before: '5.00', after: '' },
          { column: 'description', before: 'A long text…', after: 'A long text…' },
        ],
      },
    ];
    open({ ...READY, kind: 'parts', format: 'parts CSV', scope: 'changes' }, ({ path }) =>
      path.endsWith('/changes') ? json(changes) : undefined,
    );
    const table = await screen.findByRole('table', { name: 'Changes' });
    const added = within(table).getByRole('row', { name: /to be added/ });
    const changed = within(table).getByRole('row', { name: /IP-2/ });
    expect(added).toHaveTextContent('to be added');
    expect(added).toHaveTextContent('IP-1 Brake pads');
    expect(added).toHaveTextContent('line 3');
    expect(within(added).getAllByRole('listitem')).toHaveLength(1);
    expect(added).toHaveTextContent('price 9.99');
    // A part that does not exist yet has no page; deleted ones are linked to the editor.
    const [link, ...others] = within(table).getAllByRole('link');
    expect(link).toHaveTextContent('IP-2 Brake pads');
    expect(link).toHaveAttribute('href', `/dashboard/products/${CHANGE.part}`);
    expect(others).toEqual([]);
    const items = within(changed).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'price 12.00 → 13.50',
      'core 5.00 → nothing',
      'description ',
    ]);
  });

  it('of new parts links to them', async () => {
    open({ ...READY, kind: 'parts', format: 'parts CSV', scope: 'changes', state: 'done' });
    const table = await screen.findByRole('table', { name: 'Changes' });
    const row = within(table).getByRole('row', { name: /IP-1/ });
    expect(within(row).getByRole('cell', { name: 'added' })).toBeVisible();
    expect(within(row).getByRole('link', { name: 'IP-1 Brake pads' })).toBeVisible();
  });

  it('shows problems with their lines, and likely typos', async () => {
    open(READY);
    await userEvent.click(await screen.findByRole('tab', { name: /Problems/ }));
    const problems = await screen.findByRole('table', { name: 'Problems' });
    expect(within(problems).getByText('The shop has no part IP-9 of ironclad.')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Warnings' })).toHaveFocus();
    expect(await screen.findByText('There are none.')).toBeVisible();
  });

  it('without importable rows shows why first', async () => {
    open({ ...READY, counts: { ...anImport().counts, rows: 3, setAside: 3 } });
    expect(await screen.findByRole('tab', { name: 'Problems 3' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(await screen.findByText('The shop has no part IP-9 of ironclad.')).toBeVisible();
    expect(screen.getByText('Nothing would change.')).toBeVisible();
  });

  it('that cannot be parsed shows only that', async () => {
    const words =
      'Nothing in this file was understood, so no rows are imported. Unknown makes: Hunda.';
    const counts = { ...anImport().counts, rows: 50, setAside: 50, changed: 50 };
    open({ ...READY, kind: 'fitment', scope: 'whole_parts', brake: 'force', counts }, (call) => {
      const { path, query } = call;
      if (!path.endsWith('/findings')) return undefined;
      return json(query.get('kind') === 'problem' ? [finding({ line: 0, rows: 50, words })] : []);
    });
    expect(await screen.findByText('Nothing in this file was understood.')).toBeVisible();
    expect(screen.getByText('parts marked as incomplete')).toBeVisible();
    expect(screen.getByText(/^Applying adds nothing. It affects/)).toBeVisible();
    expect(screen.queryByText(/Applying changes|^changed parts/)).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: /Problems/ }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/codes are known|Codes not mapped/)).toBeNull();
  });

  it('offers to map a position code to none', async () => {
    open(READY, ({ query }) =>
      query.get('kind') === 'unknown_code'
        ? json([finding({ place: '3', kind: 'unknown_code', words: 'position 1', rows: 30 })])
        : undefined,
    );
    await userEvent.click(await screen.findByRole('tab', { name: /Problems/ }));
    const field = await screen.findByLabelText(/Position 1/);
    await userEvent.type(field, 'no position');
    await userEvent.tab();
    expect(field).toHaveValue('none');
  });

  it('distinguishes deleted change details from no changes', async () => {
    const none = (call: Call) => (call.path.endsWith('/changes') ? json([]) : undefined);
    open({ ...READY, counts: { ...READY.counts, new: 1, changed: 0 } }, none);
    expect(await screen.findByText('They are no longer available.')).toBeVisible();
    expect(screen.getByText('Applying changes 1 part.')).toBeVisible();
  });

  it('has its codes mapped in place, and is read again with the problems visible', async () => {
    const sent = open(READY);
    await userEvent.click(await screen.findByRole('tab', { name: /Problems/ }));
    await userEvent.type(await screen.findByLabelText(/Engine 901/), '2.0l-l4-gas');
    await userEvent.type(screen.getByLabelText(/Condition SubModel:77/), 'Sport');
    await userEvent.click(screen.getByRole('button', { name: 'Save 2 and read again' }));
    await waitFor(() => {
      expect(sent('POST').map(([path]) => path)).toEqual(['/imports/i-1/repeats']);
    });
    const [[path, , body] = []] = sent('PUT');
    expect(path).toBe('/lookups');
    expect(JSON.parse(body ?? '')).toEqual({
      lookups: [
        { scheme: 'aces', kind: 'engine', code: '901', value: '2.0l-l4-gas' },
        { scheme: 'aces', kind: 'condition', code: 'SubModel:77', value: 'Sport' },
      ],
    });
    // Until the other import is opened, this one's tab is still shown.
    await waitFor(() => {
      expect(sent('GET').map(([path]) => path)).toContain('/imports/i-2');
    });
    expect(await screen.findByRole('tab', { name: /Problems/, selected: true })).toBeVisible();
  });

  it('keeps code mappings while another tab is open', async () => {
    open(READY);
    expect(await screen.findByRole('button', { name: 'Read again' })).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: /Problems/ }));
    await userEvent.type(await screen.findByLabelText(/Engine 901/), '2.0l-l4-gas');
    await userEvent.click(screen.getByRole('tab', { name: /Changes/ }));
    // It would be lost.
    expect(screen.queryByRole('button', { name: 'Read again' })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: /Problems/ }));
    expect(await screen.findByLabelText(/Engine 901/)).toHaveValue('2.0l-l4-gas');
    expect(screen.getByRole('button', { name: 'Save 1 and read again' })).toBeVisible();
  });

  it('offers models of a two-word make, and does not guess between equal names', async () => {
    open(READY, ({ path, query }) => {
      if (path === '/makes') {
        return json([
          { id: 'land', name: 'Land' },
          { id: 'land-rover', name: 'Land Rover' },
        ]);
      }
      if (path === '/makes/land/models') return json([]);
      if (path === '/makes/land-rover/models') {
        return json([
          { id: 'land-rover/discovery', name: 'Discovery' },
          { id: 'land-rover/defender', name: 'Defender' },
          { id: 'land-rover/defender-110', name: 'Defender' },
        ]);
      }
      return query.get('kind') === 'unknown_code'
        ? json([finding({ place: '3', kind: 'unknown_code', words: 'base_vehicle 12', rows: 30 })])
        : undefined;
    });
    await userEvent.click(await screen.findByRole('tab', { name: /Problems/ }));
    const field = await screen.findByLabelText(/Vehicle 12/);
    await userEvent.type(field, '2018 Land Rover Discovery');
    await waitFor(() => {
      expect(document.querySelector('option[value="2018/land-rover/discovery"]')).not.toBeNull();
    });
    await userEvent.tab();
    expect(field).toHaveValue('2018/land-rover/discovery');
    await userEvent.clear(field);
    await userEvent.type(field, '2018 Land Rover Defender');
    await userEvent.tab();
    expect(field).toHaveValue('2018 Land Rover Defender');
  });

  it('offers targets for a code by name, and marks invalid ones', async () => {
    const refused = { field: 'lookups[0].value', message: 'lookups[0].value is not known' };
    const sent = open(READY, ({ path, method, query }) => {
      if (path === '/makes') return json([{ id: 'honda', name: 'Honda' }]);
      if (path === '/makes/honda/models') return json([{ id: 'honda/civic', name: 'Civic' }]);
      if (query.get('kind') === 'unknown_code') {
        return json([
          finding({ place: '3', kind: 'unknown_code', words: 'base_vehicle 12', rows: 30 }),
        ]);
      }
      return method === 'PUT'
        ? json({ ...aProblem(409, 'fields_refused'), fields: [refused] }, 409)
        : undefined;
    });
    await userEvent.click(await screen.findByRole('tab', { name: /Problems/ }));
    const field = await screen.findByLabelText(/Vehicle 12/);
    await userEvent.type(field, '2018 honda');
    await waitFor(() => {
      expect(field).toHaveAttribute('list');
      expect(document.querySelector('option[value="2018/honda/civic"]')).toHaveTextContent(
        '2018 Honda Civic',
      );
    });
    await userEvent.type(field, ' civic');
    await userEvent.tab();
    expect(field).toHaveValue('2018/honda/civic');
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 and read again' }));
    expect(await screen.findByText('This is not known')).toBeVisible();
    expect(field).toBeInvalid();
    expect(sent('POST')).toEqual([]);
    await userEvent.type(field, '!');
    expect(field).toBeValid();
  });

  it('that failed shows why, and is read again', async () => {
    const sent = open(anImport({ state: 'failed', error: 'Line 7: this is not XML.' }));
    expect(await screen.findByText('Line 7: this is not XML.')).toBeVisible();
    expect(screen.getByText('Nothing has been changed.')).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Read again' }));
    await waitFor(() => {
      expect(sent('POST').map(([path]) => path)).toEqual(['/imports/i-1/repeats']);
    });
  });

  it('that does not load can be retried', async () => {
    let isDown = true;
    open(READY, ({ path }) =>
      isDown && path === '/imports/i-1' ? problem(503, 'unavailable') : undefined,
    );
    const retry = await screen.findByRole('button', { name: /again/i });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeVisible();
  });
});

it('exports files', async () => {
  const sent = open(null, ({ path }) =>
    path.startsWith('/exports/') ? new Response('brand\n', { status: 200 }) : undefined,
  );
  const saved: string[] = [];
  // jsdom has neither.
  const blobs = { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined };
  Object.assign(URL, blobs);
  onTestFinished(() => {
    for (const name of Object.keys(blobs)) Reflect.deleteProperty(URL, name);
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  expect(await screen.findByText('No file has been imported yet.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Download Applications' }));
  await waitFor(() => {
    expect(saved).toEqual(['fitment.csv']);
  });
  await userEvent.click(
    screen.getByRole('button', { name: 'Download a template for Applications' }),
  );
  await waitFor(() => {
    expect(saved).toEqual(['fitment.csv', 'fitment-template.csv']);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Download Parts' }));
  await waitFor(() => {
    expect(saved).toEqual(['fitment.csv', 'fitment-template.csv', 'parts.csv']);
  });
  expect(sent('GET').filter(([path]) => path.startsWith('/exports/'))).toEqual([
    ['/exports/fitment', { content: 'all' }, ''],
    ['/exports/fitment', { content: 'example' }, ''],
    ['/exports/parts', { content: 'all' }, ''],
  ]);
});
