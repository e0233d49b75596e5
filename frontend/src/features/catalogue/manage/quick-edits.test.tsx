import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { adminApi } from '../../../api/admin';
import { aPartRecord, marta, revised, stockMoved } from '../../../testing/fixtures';
import { around, page, part } from '../../../testing/products-list';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { ManageProductsPage } from './manage-products-page';

const show = (at = '/products') =>
  renderScreen(<ManageProductsPage />, { path: '/products', at, person: marta });

describe('a price in the list', () => {
  const alternator = part('a', 'Alternator');
  const price = /change the price of Alternator/;
  const edit = async (typed: string) => {
    await userEvent.click(await screen.findByRole('button', { name: price }));
    const field = screen.getByLabelText('Price of Alternator');
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    return field;
  };
  /** A shop with one part, whose record may be newer than the list. */
  const open = (now = alternator, answer = json(revised(4))) => {
    let listed = alternator;
    const calls = serve((call) => {
      const { method, path, body } = call;
      if (method === 'PUT') {
        listed = { ...now, price: (JSON.parse(body) as { price: number }).price };
        return answer;
      }
      if (path === '/parts/records') return page([listed]);
      return around(call) ?? json(aPartRecord({ part: now, revision: 3 }));
    });
    show();
    return () =>
      calls
        .filter(({ method }) => method === 'PUT')
        .map(({ path, body }) => [path, JSON.parse(body) as unknown]);
  };

  it('is saved with Enter, with the current revision', async () => {
    const sent = open();
    await edit('40.5{Enter}');
    expect(await screen.findByRole('button', { name: price })).toHaveFocus();
    expect(await screen.findByText('$40.50')).toBeVisible();
    expect(screen.getByText('Saved')).toBeInTheDocument();
    const { title, desc, img, minOrderQuantity } = alternator;
    expect(sent()).toEqual([
      ['/parts/a', { title, desc, img, minOrderQuantity, price: 40.5, revision: 3 }],
    ]);
  });

  it('keeps pack size and core charge', async () => {
    const sent = open({ ...alternator, pack: 5, core: 60 });
    await edit('40.5{Enter}');
    expect(await screen.findByText('$40.50')).toBeVisible();
    expect(sent()[0]?.[1]).toMatchObject({ price: 40.5, pack: 5, core: 60 });
  });

  it('is reset with Escape, and not saved when it is unchanged', async () => {
    const sent = open();
    await edit('40{Escape}');
    expect(screen.getByText('$1,038.50')).toBeVisible();
    await edit('1038.5{Enter}');
    expect(await screen.findByRole('button', { name: price })).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('is not saved when it is invalid', async () => {
    const sent = open();
    const field = await edit('cheap{Enter}');
    expect(await screen.findByText('price must be a number')).toBeVisible();
    expect(field).toHaveAccessibleDescription('price must be a number');
    expect(sent()).toEqual([]);
  });

  it('is saved with the revision from when the field was opened', async () => {
    let listed = alternator;
    const calls = serve((call) => {
      if (call.path === '/parts/records') return page([listed]);
      return around(call) ?? json(aPartRecord({ part: listed, revision: 3 }));
    });
    const store = show();
    const field = await edit('61');
    listed = { ...alternator, price: 59.5 };
    act(() => {
      store.dispatch(adminApi.util.invalidateTags(['Part']));
    });
    await waitFor(() => {
      expect(calls.filter(({ path }) => path === '/parts/records')).toHaveLength(2);
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await userEvent.type(field, '{Enter}');
    expect(
      await screen.findByText(/^Another admin has changed the price to \$59\.50/),
    ).toBeVisible();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('never overwrites a concurrent change', async () => {
    const sent = open({ ...alternator, price: 59.5 });
    await edit('61{Enter}');
    expect(
      await screen.findByText('Another admin has changed the price to $59.50. You entered $61.'),
    ).toBeVisible();
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Set $61 for Alternator' }));
    expect(await screen.findByText('$61')).toBeVisible();
    expect(sent()).toEqual([['/parts/a', expect.objectContaining({ price: 61, revision: 3 })]]);
  });

  it('reports that it was not saved', async () => {
    open(alternator, problem(409, 'changed_meanwhile'));
    const field = await edit('61{Enter}');
    expect(await screen.findByText(/^Another admin has just changed this product/)).toBeVisible();
    expect(field).toHaveValue('61');
  });
});

describe('the stock in the list', () => {
  it.each([
    ['7490', { reason: 'counted', pieces: -10, expectedAvailable: 7500 }],
    ['+20', { reason: 'received', pieces: 20 }],
    ['-3', { reason: 'damaged', pieces: -3 }],
  ])('accepts %s', async (typed, body) => {
    const calls = serve((call) =>
      call.method === 'GET'
        ? (around(call) ?? page([part('a', 'Alternator')]))
        : json(stockMoved(7490), 201),
    );
    show();
    await userEvent.click(
      await screen.findByRole('button', { name: /change the available pieces of Alternator/ }),
    );
    const field = screen.getByLabelText('Available pieces of Alternator');
    await userEvent.clear(field);
    await userEvent.type(field, `${typed}{Enter}`);
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    const post = calls.find(({ method }) => method === 'POST');
    expect([post?.path, JSON.parse(post?.body ?? '') as unknown]).toEqual(['/parts/a/stock', body]);
  });

  it('is recalculated after concurrent orders', async () => {
    let available = 7500;
    const calls = serve((call) => {
      const { method, path, body } = call;
      if (path === '/parts/a/record')
        return json(aPartRecord({ part: part('a', 'Alternator', available) }));
      if (method === 'GET') return around(call) ?? page([part('a', 'Alternator')]);
      const { expectedAvailable } = JSON.parse(body) as { expectedAvailable: number };
      if (expectedAvailable === available) return json(stockMoved(7490), 201);
      return problem(409, 'stock_changed');
    });
    show();
    await userEvent.click(
      await screen.findByRole('button', { name: /change the available pieces of Alternator/ }),
    );
    const field = screen.getByLabelText('Available pieces of Alternator');
    available = 7495;
    await userEvent.clear(field);
    await userEvent.type(field, '7490{Enter}');
    expect(await screen.findByText('detail of stock_changed Count again.')).toBeVisible();
    await userEvent.type(field, '{Enter}');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { reason: 'counted', pieces: -10, expectedAvailable: 7500 },
      { reason: 'counted', pieces: -5, expectedAvailable: 7495 },
    ]);
  });

  it('is not changed twice when the response was lost', async () => {
    let lost = true;
    const calls = serve((call) => {
      if (call.method === 'GET') return around(call) ?? page([part('a', 'Alternator')]);
      if (!lost) return json(stockMoved(7520), 201);
      lost = false;
      return problem(503, 'outcome_unknown');
    });
    show();
    await userEvent.click(
      await screen.findByRole('button', { name: /change the available pieces of Alternator/ }),
    );
    const field = screen.getByLabelText('Available pieces of Alternator');
    await userEvent.clear(field);
    await userEvent.type(field, '+20{Enter}');
    expect(await screen.findByText(/it will not be recorded twice/)).toBeVisible();
    await userEvent.type(field, '{Enter}');
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    const [first, second] = calls
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  it('is changed under a new key after Escape', async () => {
    const calls = serve((call) =>
      call.method === 'GET'
        ? (around(call) ?? page([part('a', 'Alternator')]))
        : problem(503, 'outcome_unknown'),
    );
    show();
    for (let time = 0; time < 2; time += 1) {
      await userEvent.click(
        await screen.findByRole('button', { name: /change the available pieces of Alternator/ }),
      );
      const field = screen.getByLabelText('Available pieces of Alternator');
      await userEvent.clear(field);
      await userEvent.type(field, '+20{Enter}');
      await screen.findByText(/it will not be recorded twice/);
      await userEvent.type(field, '{Escape}');
    }
    const [first, second] = calls
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(second).not.toBe(first);
  });

  it('explains why pieces cannot be removed', async () => {
    serve((call) =>
      call.method === 'GET'
        ? (around(call) ?? page([part('a', 'Alternator')]))
        : problem(409, 'pieces_reserved'),
    );
    show();
    await userEvent.click(
      await screen.findByRole('button', { name: /change the available pieces of Alternator/ }),
    );
    const field = screen.getByLabelText('Available pieces of Alternator');
    await userEvent.clear(field);
    await userEvent.type(field, 'many{Enter}');
    expect(await screen.findByText('pieces must be a whole number')).toBeVisible();
    await userEvent.clear(field);
    await userEvent.type(field, '0{Enter}');
    expect(await screen.findByText('detail of pieces_reserved')).toBeVisible();
  });
});
