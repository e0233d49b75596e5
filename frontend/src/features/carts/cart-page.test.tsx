import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { QuotedLine } from '../../api/generated-types';
import type { CartLine } from '../../lib/cart/cart-storage';
import { aQuote, aQuotedLine, idOf } from '../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../testing/test-shop';
import { CartPage } from './cart-page';

const ALTERNATORS = { part: idOf(1), quantity: 10 };
const DISCS = { part: idOf(2), quantity: 4 };

interface Asked {
  lines: CartLine[];
}

const PARTS: Record<string, Partial<QuotedLine>> = {
  [idOf(1)]: {},
  [idOf(2)]: { title: 'Brake disc', unitPrice: 28.6, minimumOrder: 4, available: 24 },
};

/** A shop that prices what it is asked for, by its own rules. */
function quote({ body }: Call): Response {
  const { lines } = JSON.parse(body) as Asked;
  return json(
    aQuote(
      ...lines.map(({ part, quantity }): QuotedLine => {
        const facts = PARTS[part];
        if (!facts) {
          const detail = 'This part is no longer available.';
          return { part, quantity, problem: { code: 'part_gone', detail } };
        }
        const line = aQuotedLine({ ...facts, part, quantity });
        const { minimumOrder = 0, available = 0 } = line;
        if (quantity < minimumOrder) {
          const detail = `Minimum order ${minimumOrder} pieces`;
          return { ...line, problem: { code: 'below_minimum', detail } };
        }
        if (quantity <= available) return line;
        const detail = `Your ordered quantity is out of our range. we have only ${available} pcs.`;
        return { ...line, problem: { code: 'out_of_stock', detail } };
      }),
    ),
  );
}

function open(lines: CartLine[], answer: (call: Call) => Response | Promise<Response> = quote) {
  localStorage.setItem('cart', JSON.stringify(lines));
  const calls = serve(answer);
  const store = renderScreen(<CartPage />, { path: '/cart', at: '/cart' });
  return { calls, cart: () => store.getState().cart.lines };
}

const line = (title: string) => screen.findByRole('listitem', { name: title });
const total = () => within(screen.getByRole('complementary', { name: 'What it costs' }));

describe('the cart', () => {
  it('shows what is in it, at the prices that the shop says', async () => {
    const { calls } = open([ALTERNATORS, DISCS]);
    const alternators = within(await line('Alternator'));
    expect(alternators.getByRole('link', { name: 'Alternator' })).toHaveAttribute(
      'href',
      `/shop/${idOf(1)}`,
    );
    expect(alternators.getByText('$38.50 per piece')).toBeVisible();
    expect(alternators.getByText('$385')).toBeVisible();
    const field = alternators.getByLabelText('Quantity of Alternator, 10 to 7500 pieces');
    expect(field).toHaveValue('10');
    expect(alternators.getByRole('button', { name: 'One less Alternator' })).toBeDisabled();
    expect(screen.getByText('2 lines, 14 pieces')).toBeVisible();
    expect(total().getByText('$499.40')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Checkout' })[0]).toHaveAttribute(
      'href',
      '/checkout',
    );
    expect(screen.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute(
      'href',
      '/shop',
    );
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/quotes' });
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ lines: [ALTERNATORS, DISCS] });
  });

  it('is empty at first, and says where parts are', () => {
    const { calls } = open([]);
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse parts' })).toHaveAttribute('href', '/shop');
    expect(calls).toHaveLength(0);
  });

  it('asks for the new price once the quantity has settled, and shows a sum meanwhile', async () => {
    const { calls, cart } = open([DISCS]);
    const more = await screen.findByRole('button', { name: 'One more Brake disc' });
    await userEvent.click(more);
    await userEvent.click(more);
    expect(cart()).toEqual([{ ...DISCS, quantity: 6 }]);
    expect(total().getByText('$171.60')).toBeVisible();
    await waitFor(() => {
      expect(calls).toHaveLength(2);
    });
    expect(JSON.parse(calls[1]?.body ?? '')).toEqual({ lines: [{ ...DISCS, quantity: 6 }] });
  });

  it('takes a quantity that is typed, and nothing that is none', async () => {
    const { cart } = open([DISCS]);
    const field = await screen.findByLabelText(/^Quantity of Brake disc/);
    await userEvent.clear(field);
    expect(cart()).toEqual([DISCS]);
    await userEvent.type(field, '12');
    expect(cart()).toEqual([{ ...DISCS, quantity: 12 }]);
    await userEvent.clear(field);
    await userEvent.type(field, '-3');
    await userEvent.tab();
    expect(field).toHaveValue('12');
    expect(cart()).toEqual([{ ...DISCS, quantity: 12 }]);
  });

  it('says on a line what is wrong with it, and what helps', async () => {
    const { cart } = open([
      { ...ALTERNATORS, quantity: 3 },
      { ...DISCS, quantity: 40 },
    ]);
    const alternators = within(await line('Alternator'));
    expect(alternators.getByText('Minimum order 10 pieces')).toBeVisible();
    expect(alternators.getByLabelText(/^Quantity/)).toHaveAccessibleDescription(
      'Minimum order 10 pieces',
    );
    const discs = within(await line('Brake disc'));
    expect(
      discs.getByText('Your ordered quantity is out of our range. we have only 24 pcs.'),
    ).toBeVisible();
    await userEvent.click(alternators.getByRole('button', { name: 'Take 10 of Alternator' }));
    await userEvent.click(discs.getByRole('button', { name: 'Take 24 of Brake disc' }));
    expect(cart()).toEqual([ALTERNATORS, { ...DISCS, quantity: 24 }]);
    await waitFor(() => {
      expect(screen.queryByText('Minimum order 10 pieces')).toBeNull();
    });
  });

  it('leads from Checkout to the first line that stands in its way', async () => {
    open([ALTERNATORS, { ...DISCS, quantity: 40 }, { part: idOf(9), quantity: 1 }]);
    const discs = await line('Brake disc');
    expect(await screen.findByText(/^2 lines need a look/)).toHaveTextContent(
      '2 lines need a look: Brake disc, A part that is gone',
    );
    for (const checkout of screen.getAllByRole('link', { name: 'Checkout' })) {
      await userEvent.click(checkout);
    }
    expect(discs).toHaveFocus();
  });

  it('offers to do without a part that is gone', async () => {
    const { cart } = open([ALTERNATORS, { part: idOf(9), quantity: 1 }]);
    const gone = within(await line('A part that is gone'));
    expect(gone.getByText('This part is no longer available.')).toBeVisible();
    await userEvent.click(gone.getByRole('button', { name: 'Remove A part that is gone' }));
    expect(cart()).toEqual([ALTERNATORS]);
  });

  it('removes a line, and puts it back where it was', async () => {
    const { cart } = open([ALTERNATORS, DISCS]);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Alternator' }));
    expect(cart()).toEqual([DISCS]);
    const undo = screen.getByRole('button', { name: 'Undo: put Alternator back' });
    expect(undo).toHaveFocus();
    await userEvent.click(undo);
    expect(cart()).toEqual([ALTERNATORS, DISCS]);
    expect(await line('Alternator')).toHaveFocus();
  });

  it('can put back the only line as well', async () => {
    const { cart } = open([DISCS]);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Brake disc' }));
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo: put Brake disc back' }));
    expect(cart()).toEqual([DISCS]);
    expect(await line('Brake disc')).toBeVisible();
  });

  it('tells what went up or down since it was last shown, until that is noted', async () => {
    localStorage.setItem('cartPrices', JSON.stringify({ [idOf(1)]: 40, [idOf(2)]: 27 }));
    open([ALTERNATORS, DISCS]);
    const alternators = within(await line('Alternator'));
    expect(alternators.getByText('The price went down from $40 to $38.50.')).toBeVisible();
    const discs = within(await line('Brake disc'));
    expect(discs.getByText('The price went up from $27 to $28.60.')).toBeVisible();
    await userEvent.click(
      discs.getByRole('button', { name: 'OK, the price of Brake disc is noted' }),
    );
    expect(discs.queryByText(/The price went/)).toBeNull();
    expect(alternators.getByText(/The price went/)).toBeVisible();
    expect(JSON.parse(localStorage.getItem('cartPrices') ?? '')).toEqual({
      [idOf(1)]: 38.5,
      [idOf(2)]: 28.6,
    });
  });

  it('says why nothing can be ordered although every line can be had', async () => {
    const problem = { code: 'total_not_payable', detail: 'The total is more than can be paid.' };
    const line = aQuotedLine({ ...PARTS[idOf(2)], ...DISCS });
    open([DISCS], () => json({ ...aQuote(line), orderable: false, problem }));
    expect(await screen.findByText('The total is more than can be paid.')).toBeVisible();
  });

  it('keeps the cart when the prices do not come, and asks again', async () => {
    const answers = [problem(503, 'unavailable')];
    const { cart } = open([DISCS], (call) => answers.shift() ?? quote(call));
    expect(await screen.findByRole('heading', { name: 'The prices did not load' })).toBeVisible();
    expect(cart()).toEqual([DISCS]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await line('Brake disc')).toBeVisible();
  });
});
