import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { PartRecord } from '../../../api/contract/generated-types';
import {
  aBrand,
  aFitmentRecord,
  aListing,
  aPart,
  aPartRecord,
  aStockMovement,
  changed,
  deleted,
  invalidFields,
  marta,
  revised,
  inserted,
  stockMoved,
  WHOLE_LISTING,
  WHOLE_PART,
} from '../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { EditProductPage } from './edit-product-page';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

/** A shop with one part, whose record a test may change; the test handles all other calls. */
function show(
  record: PartRecord,
  answer: (call: Call) => Response | Promise<Response> | null = () => null,
  state?: unknown,
) {
  const shop = { record };
  const calls = serve((call) => {
    const own = answer(call);
    if (own) return own;
    if (call.path === '/parts/part-1/record') return json(shop.record);
    if (call.path === '/parts/part-1/fitments/record') return json(aFitmentRecord());
    if (call.path === '/parts/part-1/stock') {
      return json([aStockMovement({ note: 'delivery note 88214' })]);
    }
    return json(call.path === '/brands' ? [aBrand()] : []);
  });
  renderScreen(<EditProductPage />, {
    path: '/dashboard/products/:id',
    at: '/dashboard/products/part-1',
    state,
    person: marta,
  });
  const sent = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path, body && (JSON.parse(body) as unknown)]);
  return { shop, sent };
}

const write = async (label: string, value: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const save = () => press('Save');

describe('editing a product', () => {
  it('has an input for every field but the stock, which has its own panel', async () => {
    show(aPartRecord({ part: aPart(WHOLE_PART), listing: WHOLE_LISTING }));
    await screen.findByLabelText('Title');
    const inputs = [...document.querySelectorAll('form [name]')];
    // The inputs of a row are named `numbers[0].maker`.
    const named = inputs.map((input) => input.getAttribute('name')?.split('[')[0]);
    const fields = Object.keys({ ...WHOLE_PART, ...WHOLE_LISTING });
    expect(named).toEqual(expect.arrayContaining(fields.filter((field) => field !== 'available')));
  });

  it('shows it, and saves its price with the revision that was shown', async () => {
    const { sent } = show(aPartRecord(), ({ method }) =>
      method === 'PUT' ? json(revised(4)) : null,
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Alternator' })).toBeVisible();
    expect(await screen.findByText(/delivery note 88214/)).toBeVisible();
    await write('Price in $', '40');
    expect(screen.getByText('1 change')).toBeVisible();
    await save();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Product saved');
    });
    const { title, desc, img, minOrderQuantity } = aPart();
    const details = { title, desc, img, minOrderQuantity, price: 40 };
    expect(sent()).toEqual([['PUT', '/parts/part-1', { revision: 3, ...details }]]);
    expect(screen.queryByText('1 change')).toBeNull();
  });

  it('keeps pack size and core charge when other fields change, and saves new ones', async () => {
    let revision = 3;
    const { sent } = show(aPartRecord({ part: aPart({ pack: 5, core: 60 }) }), ({ method }) => {
      if (method !== 'PUT') return null;
      revision += 1;
      return json(revised(revision));
    });
    await write('Price in $', '40');
    await save();
    await waitFor(() => {
      expect(sent()).toHaveLength(1);
    });
    expect(sent()[0]?.[2]).toMatchObject({ price: 40, pack: 5, core: 60 });
    await write('Pieces in a pack', '2');
    await write('Core charge, $', '');
    await save();
    await waitFor(() => {
      expect(sent()).toHaveLength(2);
    });
    expect(sent()[1]?.[2]).toMatchObject({ revision: 4, pack: 2 });
    expect(sent()[1]?.[2]).not.toHaveProperty('core');
  });

  it('adds a new brand, then saves listing and details in turn', async () => {
    let revision = 3;
    const { sent } = show(aPartRecord(), ({ method, path }) => {
      if (path === '/brands' && method === 'POST') return json(inserted('sohne'), 201);
      if (method !== 'PUT') return null;
      revision += 1;
      return json(revised(revision));
    });
    await write('Title', 'Alternator, 120 A');
    await userEvent.click(screen.getByText('More details'));
    await screen.findByRole('option', { name: 'Norvane' });
    await write('Brand', '+');
    await write('Brand name', 'Söhne');
    await press('Add number');
    await write('Kind 1', 'gtin');
    await write('Number 1', '4012345678901');
    await save();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Product saved');
    });
    expect(sent()).toEqual([
      ['POST', '/brands', { key: 'sohne', name: 'Söhne' }],
      [
        'PUT',
        '/parts/part-1/listing',
        {
          revision: 3,
          listing: { brand: 'sohne', numbers: [{ kind: 'gtin', number: '4012345678901' }] },
        },
      ],
      ['PUT', '/parts/part-1', expect.objectContaining({ revision: 4 })],
    ]);
  });

  it('keeps what is typed on a conflict, and merges both', async () => {
    const { shop, sent } = show(aPartRecord(), ({ method, body }) => {
      if (method !== 'PUT') return null;
      const { revision } = JSON.parse(body) as { revision: number };
      return revision === 3 ? problem(409, 'changed_meanwhile') : json(revised(9));
    });
    await write('Price in $', '40');
    await write('Image', '/catalogue/brake-disc.svg');
    shop.record = aPartRecord({
      part: aPart({ price: 42, title: 'Alternator, 120 A' }),
      revision: 8,
    });
    await save();
    expect(await screen.findByText(/^Someone else has changed this part/)).toBeVisible();
    expect(screen.getByLabelText('Price in $')).toHaveValue(40);

    await press('Load the current version');
    const compare = within(await screen.findByRole('region', { name: 'You both changed these' }));
    expect(compare.getByRole('heading')).toHaveFocus();
    expect(compare.getByRole('radio', { name: 'Yours $40' })).toBeChecked();
    expect(compare.getByText(/title \(Alternator, 120 A\)/)).toBeVisible();
    expect(screen.getByLabelText('Title')).toHaveValue('Alternator, 120 A');
    await userEvent.click(compare.getByRole('radio', { name: 'Now $42' }));
    expect(screen.getByLabelText('Price in $')).toHaveValue(42);
    await userEvent.click(compare.getByRole('radio', { name: 'Yours $40' }));
    await save();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Product saved');
    });
    expect(sent().at(-1)).toEqual([
      'PUT',
      '/parts/part-1',
      expect.objectContaining({
        revision: 8,
        price: 40,
        title: 'Alternator, 120 A',
        img: '/catalogue/brake-disc.svg',
      }),
    ]);
  });

  it('recognizes its own save', async () => {
    const answers: (() => void)[] = [];
    const { shop } = show(aPartRecord(), ({ method, path }) => {
      if (method !== 'PUT') return null;
      if (path.endsWith('/listing')) {
        shop.record = aPartRecord({ revision: 4, listing: aListing({ number: 'NV 1' }) });
        return json(revised(4));
      }
      return new Promise<Response>((resolve) => {
        answers.push(() => {
          const part = aPart({ price: 40 });
          shop.record = aPartRecord({
            revision: 5,
            part,
            listing: shop.record.listing,
            changedAt: '2026-03-08T12:30:00Z',
          });
          resolve(json(revised(5)));
        });
      });
    });
    const changed = await screen.findByText(/^Changed /);
    const before = changed.textContent;
    await write('Price in $', '40');
    await userEvent.click(screen.getByText('More details'));
    await write('Part number', 'NV 1');
    await save();
    await waitFor(() => {
      expect(answers).toHaveLength(1);
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/^Someone else has changed/)).toBeNull();
    answers[0]?.();
    await waitFor(() => {
      expect(screen.getByText(/^Changed /).textContent).not.toBe(before);
    });
    expect(screen.queryByText(/^Someone else has changed/)).toBeNull();
    expect(screen.queryByText('1 change')).toBeNull();
  });

  it('counts as saved when the shop has the form’s values', async () => {
    const { shop } = show(aPartRecord(), ({ method }) => {
      if (method !== 'PUT') return null;
      shop.record = aPartRecord({ revision: 4, part: aPart({ price: 40 }) });
      return problem(503, 'outcome_unknown');
    });
    await write('Price in $', '40');
    await save();
    await waitFor(() => {
      expect(screen.queryByText('1 change')).toBeNull();
    });
    expect(screen.queryByText(/^Someone else has changed/)).toBeNull();
    expect(screen.getByLabelText('Price in $')).toHaveValue(40);
  });

  it('links back to the list that it was opened from', async () => {
    show(aPartRecord(), () => null, { list: '?q=clip&after=p2' });
    expect(await screen.findByRole('link', { name: 'Manage Products' })).toHaveAttribute(
      'href',
      '/dashboard/manageproducts?q=clip&after=p2',
    );
  });

  it('opens the section of the form that has an error', async () => {
    const refusal = invalidFields({
      field: 'listing.weight',
      code: 'out_of_range',
      message: 'listing.weight must be from 1 to 5',
    });
    show(aPartRecord(), ({ method }) => (method === 'PUT' ? json(refusal, 422) : null));
    await userEvent.click(await screen.findByText('More details'));
    await write('Weight, g', '9');
    await userEvent.click(screen.getByText('More details'));
    await save();
    expect(await screen.findByText('weight must be from 1 to 5')).toBeVisible();
    expect(screen.getByLabelText('Weight, g')).toHaveFocus();
  });

  it('reports which number is taken', async () => {
    show(aPartRecord(), ({ method }) => (method === 'PUT' ? problem(409, 'number_taken') : null));
    await userEvent.click(await screen.findByText('More details'));
    await write('Part number', 'NV 1');
    await save();
    expect(await screen.findByText('another part of this brand has this number')).toBeVisible();
  });

  it('hides and restores it without a conflict', async () => {
    const { shop, sent } = show(aPartRecord(), ({ method, path }) => {
      if (method === 'DELETE') {
        shop.record = aPartRecord({ hidden: true, revision: 4 });
        return json(deleted);
      }
      if (path !== '/parts/part-1/restore') return null;
      shop.record = aPartRecord({ revision: 5 });
      return json(changed);
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Are you sure you want to delete?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/^This product is hidden/)).toBeVisible();
    await press('Put back');
    expect(await screen.findByRole('link', { name: 'Show in the shop' })).toBeVisible();
    expect(screen.queryByText(/^Someone else/)).toBeNull();
    expect(sent().map(([method]) => method)).toEqual(['DELETE', 'POST']);
  });

  it('links back if it does not exist', async () => {
    show(aPartRecord(), ({ path }) =>
      path.endsWith('/record') ? problem(404, 'not_found') : null,
    );
    expect(await screen.findByRole('heading', { name: 'There is no such product' })).toBeVisible();
  });
});

describe('the stock of a product', () => {
  it.each([
    ['Received', '20', { reason: 'received', pieces: 20 }, '7,500 + 20 = 7,520'],
    [
      'Counted',
      '7490',
      { reason: 'counted', pieces: -10, expectedAvailable: 7500 },
      '7,500 − 10 = 7,490',
    ],
    ['Damaged', '3', { reason: 'damaged', pieces: -3 }, '7,500 − 3 = 7,497'],
    ['Correction', '-5', { reason: 'correction', pieces: -5 }, '7,500 − 5 = 7,495'],
  ])('%s %s', async (reason, pieces, body, sum) => {
    const { sent } = show(aPartRecord(), ({ method }) =>
      method === 'POST' ? json(stockMoved(1234), 201) : null,
    );
    await userEvent.click(await screen.findByRole('radio', { name: reason }));
    await write('Pieces', pieces);
    await write('Note', ' shelf 4 ');
    expect(
      screen.getByText((_, node) => node?.textContent === sum && node.tagName === 'P'),
    ).toBeVisible();
    await press('Change stock');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('1,234 pieces available');
    });
    expect(sent()).toEqual([['POST', '/parts/part-1/stock', { ...body, note: 'shelf 4' }]]);
    expect(screen.getByLabelText('Pieces')).toHaveValue(null);
  });

  it('explains why it was rejected', async () => {
    show(aPartRecord(), ({ method }) =>
      method === 'POST' ? problem(409, 'pieces_reserved') : null,
    );
    await userEvent.click(await screen.findByRole('radio', { name: 'Counted' }));
    await write('Pieces', '7500');
    await press('Change stock');
    expect(await screen.findByText('that changes nothing')).toBeVisible();
    await write('Pieces', '0');
    await press('Change stock');
    expect(await screen.findByText('detail of pieces_reserved')).toBeVisible();
  });

  it('shows the new stock after concurrent orders', async () => {
    const record = aPartRecord();
    const { shop } = show(record, ({ method }) => {
      if (method !== 'POST') return null;
      shop.record = { ...record, part: { ...record.part, available: 7495 } };
      return problem(409, 'stock_changed');
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Counted' }));
    await write('Pieces', '7490');
    await press('Change stock');
    expect(await screen.findByText('detail of stock_changed Count again.')).toBeVisible();
    expect(
      await screen.findByText(
        (_, node) => node?.textContent === '7,495 − 5 = 7,490' && node.tagName === 'P',
      ),
    ).toBeVisible();
  });

  it('has a low-stock threshold', async () => {
    const { sent } = show(aPartRecord(), ({ method }) => (method === 'PUT' ? json(changed) : null));
    await write('Running low at', '50');
    await press('Set');
    await waitFor(() => {
      expect(sent()).toEqual([['PUT', '/parts/part-1/reorder-point', { reorderAt: 50 }]]);
    });
  });
});

it('shows the other details of a product immediately', async () => {
  show(aPartRecord({ listing: aListing({ brand: 'norvane' }) }));
  expect(await screen.findByText('1 filled in')).toBeVisible();
  expect(await screen.findByRole('option', { name: 'Norvane', selected: true })).toBeVisible();
});
