import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Quote, QuotedLine, QuoteRequest } from '../../api/contract/generated-types';
import type { CartLine } from '../../lib/cart/cart-storage';
import { readCoupon } from '../../lib/cart/coupon';
import { readShipping, saveShipping } from '../../lib/cart/shipping-choice';
import { savePlace } from '../../lib/places/place-storage';
import { aProblem, aQuote, aQuotedLine, idOf } from '../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../testing/test-shop';
import { CartPage } from './cart-page';

const ALTERNATORS = { part: idOf(1), quantity: 10 };
const DISCS = { part: idOf(2), quantity: 4 };

interface RequestedLines {
  lines: CartLine[];
}

const PARTS: Record<string, Partial<QuotedLine>> = {
  [idOf(1)]: {},
  [idOf(2)]: { title: 'Brake disc', unitPrice: 28.6, minimumOrder: 4, available: 24 },
};

/** A shop that quotes prices by its own rules. */
function quote({ body }: Call): Response {
  const { lines } = JSON.parse(body) as RequestedLines;
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
const total = () => within(screen.getByRole('complementary', { name: 'Order summary' }));

describe('the cart', () => {
  it('shows its lines at the shop’s prices', async () => {
    const { calls } = open([ALTERNATORS, DISCS]);
    const alternators = within(await line('Alternator'));
    expect(alternators.getByRole('link', { name: 'Alternator' })).toHaveAttribute(
      'href',
      `/shop/${idOf(1)}`,
    );
    expect(alternators.getByText('$38.50 per piece')).toBeVisible();
    expect(alternators.getByText('$385')).toBeVisible();
    const field = alternators.getByLabelText('Quantity of Alternator, 10 to 7,500 pieces');
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

  it('is empty at first and links to the parts', () => {
    const { calls } = open([]);
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse parts' })).toHaveAttribute('href', '/shop');
    expect(calls).toHaveLength(0);
  });

  it('requests the new price once the quantity is stable, and shows an estimate until then', async () => {
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

  it('accepts a typed quantity and rejects invalid input', async () => {
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

  it('shows the problem of a line and how to fix it', async () => {
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
    await userEvent.click(
      alternators.getByRole('button', { name: 'Set quantity to 10 of Alternator' }),
    );
    await userEvent.click(discs.getByRole('button', { name: 'Set quantity to 24 of Brake disc' }));
    expect(cart()).toEqual([ALTERNATORS, { ...DISCS, quantity: 24 }]);
    await waitFor(() => {
      expect(screen.queryByText('Minimum order 10 pieces')).toBeNull();
    });
  });

  it('moves from Checkout to the first line that blocks it', async () => {
    open([ALTERNATORS, { ...DISCS, quantity: 40 }, { part: idOf(9), quantity: 1 }]);
    const discs = await line('Brake disc');
    expect(await screen.findByText(/^2 items need your attention/)).toHaveTextContent(
      '2 items need your attention: Brake disc, A part that is gone',
    );
    for (const checkout of screen.getAllByRole('link', { name: 'Checkout' })) {
      await userEvent.click(checkout);
    }
    expect(discs).toHaveFocus();
  });

  it('offers to remove a part that is gone', async () => {
    const { cart } = open([ALTERNATORS, { part: idOf(9), quantity: 1 }]);
    const gone = within(await line('A part that is gone'));
    expect(gone.getByText('This part is no longer available.')).toBeVisible();
    await userEvent.click(gone.getByRole('button', { name: 'Remove A part that is gone' }));
    expect(cart()).toEqual([ALTERNATORS]);
  });

  it('removes a line and restores it in its place', async () => {
    const { cart } = open([ALTERNATORS, DISCS]);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Alternator' }));
    expect(cart()).toEqual([DISCS]);
    const undo = screen.getByRole('button', { name: 'Undo: put Alternator back' });
    expect(undo).toHaveFocus();
    await userEvent.click(undo);
    expect(cart()).toEqual([ALTERNATORS, DISCS]);
    expect(await line('Alternator')).toHaveFocus();
  });

  it('can also restore the only line', async () => {
    const { cart } = open([DISCS]);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Brake disc' }));
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo: put Brake disc back' }));
    expect(cart()).toEqual([DISCS]);
    expect(await line('Brake disc')).toBeVisible();
  });

  it('focuses a restored line, even when its price has to be loaded again', async () => {
    open([DISCS]);
    await line('Brake disc');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Brake disc' }));
    await screen.findByRole('heading', { name: 'Your cart is empty' });
    await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    await waitFor(async () => {
      expect(await line('Brake disc')).toHaveFocus();
    });
  });

  it('moves the focus to the quantity once the available one is accepted', async () => {
    open([{ ...DISCS, quantity: 1 }]);
    const discs = within(await line('Brake disc'));
    await userEvent.click(await discs.findByRole('button', { name: /^Set quantity to 4/ }));
    expect(discs.getByLabelText(/^Quantity of Brake disc/)).toHaveFocus();
  });

  it('shows price changes since the last visit until they are dismissed', async () => {
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

  it('explains why checkout is blocked although every line is available', async () => {
    const problem = { code: 'total_not_payable', detail: 'The total is more than can be paid.' };
    const line = aQuotedLine({ ...PARTS[idOf(2)], ...DISCS });
    open([DISCS], () => json({ ...aQuote(line), orderable: false, problem }));
    expect(await screen.findByText('The total is more than can be paid.')).toBeVisible();
  });

  it('keeps the cart when the prices do not load, and retries', async () => {
    const answers = [problem(503, 'unavailable')];
    const { cart } = open([DISCS], (call) => answers.shift() ?? quote(call));
    expect(await screen.findByRole('heading', { name: 'The prices did not load' })).toBeVisible();
    expect(cart()).toEqual([DISCS]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await line('Brake disc')).toBeVisible();
  });

  it('counts packs, shows core charges, and reports incomplete packs', async () => {
    const { cart } = open([{ ...DISCS, quantity: 6 }], ({ body }) => {
      const { lines } = JSON.parse(body) as RequestedLines;
      const [requested = DISCS] = lines;
      const facts = { ...PARTS[idOf(2)], ...requested, pack: 4, core: 15 };
      const detail = 'Sold in packs: order a multiple of 4 pieces';
      const refused = requested.quantity % 4 > 0 && {
        problem: { code: 'not_a_pack' as const, detail },
      };
      return json(aQuote(aQuotedLine({ ...facts, ...refused })));
    });
    const discs = within(await line('Brake disc'));
    expect(discs.getByText(/^Sold in packs of/)).toHaveTextContent('Sold in packs of 4');
    expect(discs.getByText(/^Core charge/)).toHaveTextContent('Core charge: $15 per piece');
    expect(discs.getByLabelText(/^Quantity/)).toHaveAccessibleDescription(
      'Sold in packs: order a multiple of 4 pieces',
    );
    await userEvent.click(discs.getByRole('button', { name: 'Set quantity to 8 of Brake disc' }));
    await userEvent.click(discs.getByRole('button', { name: 'One pack more Brake disc' }));
    expect(cart()).toEqual([{ ...DISCS, quantity: 12 }]);
    expect(await total().findByText('Core charge (refundable)')).toBeVisible();
    expect(await total().findByText('$523.20')).toBeVisible();
  });

  it('does not ask for a place in a shop without rates', async () => {
    open([DISCS]);
    await line('Brake disc');
    expect(total().queryByLabelText('Country')).toBeNull();
    expect(total().queryByText('Parts')).toBeNull();
    expect(total().getByText('4 pieces')).toBeVisible();
  });
});

describe('the cart total', () => {
  const GROUND = { method: idOf(71), name: 'Ground', price: 18.4, daysFrom: 2, daysTo: 4 };

  /** A shop that ships within the country, with a tax. */
  function charging({ body }: Call): Response {
    const { place, coupon } = JSON.parse(body) as QuoteRequest;
    const goods = aQuote(aQuotedLine({ ...PARTS[idOf(2)], ...DISCS }));
    const refused = coupon && {
      orderable: false,
      problem: { code: 'coupon_used', detail: 'This coupon has been used.' },
    };
    if (!place) return json({ ...goods, placeMissing: true, ...refused });
    if (place.country !== 'US') {
      const problem = { code: 'no_shipping', detail: 'no way' };
      return json({ ...goods, shippingOptions: [], orderable: false, problem });
    }
    const charges = { shipping: 18.4, shippingMethod: GROUND.method, shippingOptions: [GROUND] };
    return json({ ...goods, ...charges, tax: 5, total: goods.total + 23.4, ...refused });
  }

  it('includes delivery once the place is known, and remembers the place', async () => {
    open([DISCS], charging);
    await line('Brake disc');
    expect(total().getByText('Plus shipping and tax.')).toBeVisible();
    await userEvent.click(total().getByRole('button', { name: 'Show the delivered price' }));
    expect(await total().findByText('state is required')).toBeVisible();
    expect(total().getByText('postal code is required')).toBeVisible();
    await userEvent.selectOptions(total().getByLabelText('State'), 'ME');
    await userEvent.type(total().getByLabelText('Postal code'), '04101{Enter}');
    expect(await total().findByText('Delivered price')).toBeVisible();
    expect(total().getByText('Ground')).toBeVisible();
    expect(total().getByText('$137.80')).toBeVisible();
    expect(total().getByText('Shown for ME 04101, United States')).toBeVisible();
    expect(total().getByRole('button', { name: 'Show the delivered price' })).toBeEnabled();
    cleanup();
    const { calls } = open([DISCS], charging);
    await line('Brake disc');
    expect(await total().findByText('Delivered price')).toBeVisible();
    expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({
      place: { country: 'US', region: 'ME', postalCode: '04101' },
    });
  });

  it('is shown without a place, with an error, when the postal code belongs to another state', async () => {
    const message = 'ZIP code 90001 is in California, not in Oregon.';
    const answer = (call: Call) => {
      const { place } = JSON.parse(call.body) as QuoteRequest;
      if (place?.region !== 'OR') return charging(call);
      const field = 'place.postalCode';
      const fields = [{ field, code: 'other_region' as const, message }];
      return json(aProblem(409, 'fields_refused', { fields }), 409);
    };
    // It may have been stored by the previous release.
    savePlace({ country: 'US', region: 'OR', postalCode: '90001' });
    open([DISCS], answer);
    expect(await screen.findByText(message)).toBeVisible();
    expect(total().getByText('Plus shipping and tax.')).toBeVisible();
    expect(screen.queryByText('The prices did not load')).toBeNull();
    await userEvent.selectOptions(total().getByLabelText('State'), 'CA');
    await userEvent.click(total().getByRole('button', { name: 'Show the delivered price' }));
    expect(await total().findByText('Delivered price')).toBeVisible();
    expect(total().queryByText(message)).toBeNull();
  });

  const EXPRESS = { method: idOf(72), name: 'Express', price: 41.2, daysFrom: 1, daysTo: 1 };

  /** The same shop with a second, more expensive method. */
  async function withExpress(call: Call): Promise<Response> {
    const { place, shipping } = JSON.parse(call.body) as QuoteRequest;
    const quote = (await charging(call).json()) as Quote;
    if (!place) return json(quote);
    const chosen = shipping === EXPRESS.method ? EXPRESS : GROUND;
    return json({
      ...quote,
      shippingOptions: [GROUND, EXPRESS],
      shipping: chosen.price,
      shippingMethod: chosen.method,
      total: quote.goods + 5 + chosen.price,
    });
  }

  it('uses the shipping method that was chosen here or in the checkout', async () => {
    savePlace({ country: 'US', region: 'ME', postalCode: '04101' });
    saveShipping(EXPRESS.method);
    open([DISCS], withExpress);
    expect(await screen.findByRole('radio', { name: /^Express/ })).toBeChecked();
    expect(total().getByText('$160.60')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: /^Ground/ }));
    expect(await total().findByText('$137.80')).toBeVisible();
    expect(readShipping()).toBe(GROUND.method);
  });

  it('falls back to the cheapest method when the chosen one is not offered', async () => {
    savePlace({ country: 'US', region: 'ME', postalCode: '04101' });
    saveShipping(idOf(79));
    open([DISCS], withExpress);
    expect(await screen.findByRole('radio', { name: /^Ground/, checked: true })).toBeVisible();
    expect(readShipping()).toBeNull();
  });

  it('is not labeled as the total on phones while charges are missing', async () => {
    open([DISCS], charging);
    await line('Brake disc');
    const bar = document.querySelector('.dock');
    expect(bar).toHaveTextContent('Parts$114.40plus shipping and tax');
    await userEvent.selectOptions(total().getByLabelText('State'), 'ME');
    await userEvent.type(total().getByLabelText('Postal code'), '04101{Enter}');
    await waitFor(() => {
      expect(bar).toHaveTextContent('Total$137.80');
    });
    expect(bar).not.toHaveTextContent('plus');
  });

  it('is unknown where nothing can be shipped', async () => {
    open([DISCS], charging);
    await line('Brake disc');
    await userEvent.selectOptions(total().getByLabelText('Country'), 'DE');
    await userEvent.click(total().getByRole('button', { name: 'Show the delivered price' }));
    expect(await total().findByText(/^We cannot send these parts to this place/)).toBeVisible();
    expect(total().getByLabelText('Country')).toHaveValue('DE');
  });

  it('asks for a coupon code when there is none to apply', async () => {
    const { calls } = open([DISCS], charging);
    await line('Brake disc');
    await userEvent.click(total().getByRole('button', { name: 'Apply' }));
    const field = total().getByLabelText('Coupon');
    expect(field).toHaveAccessibleDescription('Enter your coupon code.');
    expect(field).toHaveFocus();
    expect(calls).toHaveLength(1);
    await userEvent.type(field, 'A');
    expect(field).toBeValid();
  });

  it('shows at the field why a coupon is invalid, and lets it be removed', async () => {
    open([DISCS], charging);
    await line('Brake disc');
    await userEvent.type(total().getByLabelText('Coupon'), 'AP50-7KQD-M2XW{Enter}');
    await waitFor(() => {
      expect(total().getByLabelText('Coupon')).toHaveAccessibleDescription(
        'This coupon has been used.',
      );
    });
    expect(total().queryAllByText('This coupon has been used.')).toHaveLength(1);
    expect(readCoupon()).toBe('AP50-7KQD-M2XW');
    await userEvent.click(total().getByRole('button', { name: 'Remove the coupon' }));
    expect(readCoupon()).toBeNull();
    await waitFor(() => {
      expect(total().getByLabelText('Coupon')).toBeValid();
    });
  });
});
