import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Quote, QuoteRequest, ShippingOffer } from '../../../api/contract/generated-types';
import { readCoupon, saveCoupon } from '../../../lib/cart/coupon';
import { readShipping, saveShipping } from '../../../lib/cart/shipping-choice';
import { savePlace } from '../../../lib/places/place-storage';
import { anOrder, aProblem, aQuote, aQuotedLine, idOf, inserted } from '../../../testing/fixtures';
import { type Call, json, problem } from '../../../testing/test-shop';
import { daysOf } from '../../../ui/forms/shipping-choice';
import {
  alternators,
  CART,
  DESTINATION,
  discs,
  fill,
  good,
  open,
  place,
  rows,
  sums,
} from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));
vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

const EXPRESS: ShippingOffer = {
  method: idOf(71),
  name: 'Express',
  price: 41.2,
  daysFrom: 1,
  daysTo: 1,
};
const GROUND: ShippingOffer = {
  method: idOf(72),
  name: 'Ground',
  price: 18.4,
  daysFrom: 2,
  daysTo: 4,
};
const COUPON = 'AP50-7KQD-M2XW';

/** A shop with two shipping methods within the country, a tax, and a coupon. */
function charging(call: Call, more: Partial<Quote> = {}): Response {
  const { place: where, shipping, coupon } = JSON.parse(call.body) as QuoteRequest;
  const discount = coupon === COUPON ? 50 : undefined;
  const net = good.goods - (discount ?? 0);
  const refused = coupon && discount === undefined ? aCouponProblem('coupon_unknown') : {};
  if (!where) {
    return json({ ...good, discount, total: net, placeMissing: true, ...refused, ...more });
  }
  const shippingOptions = where.country === 'US' ? [EXPRESS, GROUND] : [];
  const chosen = shipping
    ? shippingOptions.find(({ method }) => method === shipping)
    : shippingOptions[1];
  const detail = 'We cannot send these parts there.';
  return json({
    ...good,
    discount,
    shippingOptions,
    shipping: chosen?.price,
    shippingMethod: chosen?.method,
    tax: 27.5,
    total: Math.round((net + (chosen?.price ?? 0) + 27.5) * 100) / 100,
    ...(chosen ? {} : { orderable: false, problem: { code: 'no_shipping', detail } }),
    ...refused,
    ...more,
  });
}

const aCouponProblem = (code: 'coupon_unknown' | 'coupon_used'): Partial<Quote> => ({
  orderable: false,
  problem: {
    code,
    detail:
      code === 'coupon_used'
        ? 'This coupon has been used.'
        : 'We do not recognize this coupon code. Please check it.',
  },
});

const coupon = () => screen.getByLabelText('Coupon');

describe('a checkout in a shop without extra charges', () => {
  it('shows neither shipping nor tax, and sends neither', async () => {
    const { checkouts } = open(() => json(inserted('order-1'), 201));
    await fill();
    expect(screen.queryByText('Shipping method')).toBeNull();
    expect(rows()).toEqual([]);
    expect(sums()).toHaveTextContent('Total$504.60');
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    const sent = JSON.parse(checkouts()[0]?.body ?? '') as object;
    expect(Object.keys(sent).sort()).toEqual(['destination', 'lines', 'phone', 'totalPrice']);
  });
});

describe('a checkout in a shop with rates', () => {
  it('requests the price as soon as the place is known, with the cheapest method', async () => {
    const { quotes, checkouts } = open(() => json(inserted('order-1'), 201), charging);
    await screen.findByLabelText('Street address');
    expect(screen.getByText('Plus shipping and tax.')).toBeVisible();
    await fill();
    expect(quotes().map((quote) => quote.place)).toEqual([
      undefined,
      { country: 'US', region: 'ME', postalCode: '04101' },
    ]);
    expect(
      screen.getByRole('radio', { name: /^Ground 2 to 4 business days \$18.40$/ }),
    ).toBeChecked();
    expect(rows()).toEqual(['Parts$504.60', 'Ground$18.40', 'Tax$27.50']);
    expect(sums()).toHaveTextContent('Total$550.50');
    expect(screen.queryByText('Plus shipping and tax.')).toBeNull();
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    expect(JSON.parse(checkouts()[0]?.body ?? '')).toMatchObject({
      destination: DESTINATION,
      shipping: GROUND.method,
      totalPrice: 550.5,
    });
    expect(screen.getByText('Ground')).toBeVisible();
    expect(screen.getByText('$27.50')).toBeVisible();
  });

  it('uses the chosen shipping method, even after a reload', async () => {
    const { checkouts } = open(() => json({}), charging);
    await fill();
    await userEvent.click(screen.getByRole('radio', { name: /^Express 1 business day/ }));
    expect(await screen.findByText('$573.30')).toBeVisible();
    cleanup();
    open(() => json({}), charging);
    expect(await screen.findByRole('radio', { name: /^Express/ })).toBeChecked();
    expect(await screen.findByText('$573.30')).toBeVisible();
    expect(checkouts()).toHaveLength(0);
  });

  it('uses the shipping method chosen in the cart until the order is placed', async () => {
    saveShipping(EXPRESS.method);
    const { checkouts } = open(() => json(inserted('order-1'), 201), charging);
    await fill();
    expect(await screen.findByText('$573.30')).toBeVisible();
    expect(screen.getByRole('radio', { name: /^Express/ })).toBeChecked();
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    expect(JSON.parse(checkouts()[0]?.body ?? '')).toMatchObject({ shipping: EXPRESS.method });
    expect(readShipping()).toBeNull();
  });

  it('falls back to the cheapest method when the chosen one is no longer offered', async () => {
    const { quotes } = open(
      () => json({}),
      (call) =>
        charging(call, call.body.includes(EXPRESS.method) ? { shippingOptions: [GROUND] } : {}),
    );
    await fill();
    await userEvent.click(screen.getByRole('radio', { name: /^Express/ }));
    await waitFor(() => {
      expect(quotes().filter(({ shipping }) => shipping === EXPRESS.method)).toHaveLength(1);
    });
    await waitFor(() => {
      expect(screen.getByRole('radio', { name: /^Ground/ })).toBeChecked();
    });
  });

  it('explains what to do when nothing can be shipped there', async () => {
    open(() => json({}), charging);
    await fill();
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE');
    expect(
      await screen.findByText(/^We cannot send these parts to this place\. Try another address/),
    ).toBeVisible();
    expect(place()).toBeDisabled();
    expect(screen.queryByRole('radio')).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'US');
    await userEvent.selectOptions(screen.getByLabelText('State'), 'ME');
    expect(await screen.findByRole('radio', { name: /^Ground/ })).toBeVisible();
  });

  it('shows the new total before ordering', async () => {
    let tax = 27.5;
    const answers = [problem(409, 'price_changed'), json(inserted('order-1'), 201)];
    const { checkouts } = open(
      () => {
        tax = 30;
        return answers.shift() ?? problem(500, 'internal');
      },
      (call) => charging(call, { ...(call.body.includes('place') && { tax, total: 523 + tax }) }),
    );
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText(/^The total is now \$553\. It was \$550\.50\./)).toBeVisible();
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    expect(JSON.parse(checkouts()[1]?.body ?? '')).toMatchObject({ totalPrice: 553 });
  });

  it('includes refundable core charges', async () => {
    open(
      () => json({}),
      () => json(aQuote(alternators, { ...discs, core: 15 })),
    );
    expect(await screen.findByText('+ $15 refundable core charge per piece')).toBeVisible();
    expect(rows()).toEqual(['Parts$504.60', 'Core charge (refundable)$60']);
    expect(sums()).toHaveTextContent('Total$564.60');
  });
});

describe('the address', () => {
  it('has a select of states where the shop needs their codes, and a text field elsewhere', async () => {
    open(() => json({}));
    const country = await screen.findByLabelText('Country');
    expect(
      within(country)
        .getAllByRole('option')
        .slice(0, 2)
        .map((option) => option.textContent),
    ).toEqual(['United States', 'Canada']);
    await userEvent.selectOptions(screen.getByLabelText('State'), 'ME Maine');
    await userEvent.selectOptions(country, 'Canada');
    expect(screen.getByLabelText('Province')).toHaveValue('');
    await userEvent.selectOptions(screen.getByLabelText('Province'), 'ON Ontario');
    await userEvent.selectOptions(country, 'Germany');
    const region = screen.getByLabelText('State or province');
    expect(region).toHaveValue('');
    await userEvent.type(region, 'Bayern');
    expect(region).toHaveValue('Bayern');
  });

  it('restores the state when the country is selected again', async () => {
    open(() => json({}), charging);
    await userEvent.selectOptions(await screen.findByLabelText('State'), 'OH');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'CA');
    expect(screen.getByLabelText('Province')).toHaveValue('');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'US');
    expect(screen.getByLabelText('State')).toHaveValue('OH');
  });

  it('has autocomplete attributes', async () => {
    open(() => json({}));
    await userEvent.click(await screen.findByRole('button', { name: 'Add apartment or suite' }));
    expect(screen.getByLabelText('Apartment or suite')).toHaveFocus();
    const fields = Array.from(document.querySelectorAll<HTMLInputElement>('form [autocomplete]'));
    expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual([
      'shipping name',
      'shipping address-line1',
      'shipping address-line2',
      'shipping postal-code',
      'shipping address-level2',
      'shipping address-level1',
      'shipping country',
      'tel',
      'off',
    ]);
  });

  it('validates the postal code by country', async () => {
    open(() => json({}));
    await userEvent.type(await screen.findByLabelText('Postal code'), 'K1A 0B1');
    await userEvent.tab();
    expect(screen.getByLabelText('Postal code')).toHaveAccessibleDescription(
      'provide a valid postal code',
    );
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'CA');
    await waitFor(() => {
      expect(screen.getByLabelText('Postal code')).toBeValid();
    });
  });

  it('names both states when the postal code belongs to another one', async () => {
    const refusal = {
      field: 'destination.postalCode',
      code: 'other_region' as const,
      message: 'ZIP code 04101 is in Maine, not in Ohio.',
    };
    open(() => json(aProblem(409, 'fields_refused', { fields: [refusal] }), 409));
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText('ZIP code 04101 is in Maine, not in Ohio.')).toBeVisible();
    // The error does not apply to another state.
    await userEvent.selectOptions(screen.getByLabelText('State'), 'OH');
    expect(screen.queryByText('ZIP code 04101 is in Maine, not in Ohio.')).toBeNull();
  });

  it('shows server errors under their fields', async () => {
    const refusal = {
      field: 'destination.postalCode',
      code: 'not_a_postal_code' as const,
      message: 'destination.postalCode is not a postal code of the country',
    };
    open(() => json(aProblem(409, 'fields_refused', { fields: [refusal] }), 409));
    await fill();
    await userEvent.click(place());
    expect(
      await screen.findByText('postal code is not a postal code of the country'),
    ).toBeVisible();
    expect(screen.getByLabelText('Postal code')).toHaveFocus();
  });

  it('defaults to that of the last paid order, unless something is typed', async () => {
    const before = anOrder({
      paid: true,
      destination: { ...DESTINATION, line2: 'Apt 4' },
      phone: '112',
    });
    open(() => json({}), undefined, { orders: [anOrder(), before] });
    await waitFor(() => {
      expect(screen.getByLabelText('Street address')).toHaveValue('12 Harbor Street');
    });
    expect(screen.getByLabelText('Apartment or suite')).toHaveValue('Apt 4');
    expect(screen.getByLabelText('State')).toHaveValue('ME');
    expect(screen.getByLabelText('Phone')).toHaveValue('112');
  });

  it('starts with the place chosen in the cart, which overrides an older draft', async () => {
    open(() => json({}));
    await fill();
    cleanup();
    savePlace({ country: 'US', region: 'OH', postalCode: '45402' });
    open(() => json({}));
    expect(await screen.findByLabelText('Postal code')).toHaveValue('45402');
    expect(screen.getByLabelText('State')).toHaveValue('OH');
    expect(screen.getByLabelText('Street address')).toHaveValue('12 Harbor Street');
  });
});

describe('a coupon', () => {
  it('carries over from the cart, is sent, and is cleared once it is used', async () => {
    saveCoupon(COUPON);
    const { checkouts } = open(() => json(inserted('order-1'), 201), charging);
    await fill();
    expect(coupon()).toHaveValue(COUPON);
    expect(rows()).toEqual(['Parts$504.60', 'Coupon−$50', 'Ground$18.40', 'Tax$27.50']);
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    expect(JSON.parse(checkouts()[0]?.body ?? '')).toMatchObject({
      coupon: COUPON,
      totalPrice: 500.5,
    });
    expect(readCoupon()).toBeNull();
  });

  it('is rejected at its field', async () => {
    const { quotes, checkouts } = open(() => json({}), charging);
    await fill();
    await userEvent.type(coupon(), 'nonsense!{Enter}');
    expect(coupon()).toHaveAccessibleDescription(
      'We do not recognize this coupon code. Please check it.',
    );
    expect(coupon()).toHaveFocus();
    expect(quotes().some((quote) => quote.coupon)).toBe(false);

    await userEvent.clear(coupon());
    await userEvent.type(coupon(), 'AP50-2222-2222');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => {
      expect(coupon()).toHaveAccessibleDescription(
        'We do not recognize this coupon code. Please check it.',
      );
    });
    expect(coupon()).toHaveFocus();
    expect(place()).toBeDisabled();
    expect(checkouts()).toHaveLength(0);

    await userEvent.click(screen.getByRole('button', { name: 'Remove the coupon' }));
    expect(coupon()).toHaveValue('');
    await waitFor(() => {
      expect(place()).toBeEnabled();
    });
  });

  it('does not steal the focus while the user types elsewhere', async () => {
    open(() => json({}), charging);
    await userEvent.type(await screen.findByLabelText('Coupon'), 'AP50-2222-2222{Enter}');
    await waitFor(() => {
      expect(coupon()).toBeInvalid();
    });
    await fill();
    expect(screen.getByLabelText('Postal code')).toHaveFocus();
    expect(coupon()).toBeInvalid();
  });

  it('that another customer has used is rejected at its field as well', async () => {
    saveCoupon(COUPON);
    let used = false;
    open(
      () => {
        used = true;
        return problem(409, 'coupon_used');
      },
      (call) =>
        charging(call, used ? { discount: undefined, ...aCouponProblem('coupon_used') } : {}),
    );
    await fill();
    await userEvent.click(place());
    await waitFor(() => {
      expect(coupon()).toHaveAccessibleDescription('This coupon has been used.');
    });
    expect(coupon()).toHaveFocus();
    expect(screen.getByText('The coupon cannot be used: change or remove it.')).toBeVisible();
  });
});

describe('one part alone', () => {
  const at = `/checkout?part=${idOf(5)}&quantity=3`;
  const starters = aQuotedLine({
    part: idOf(5),
    title: 'Starter',
    unitPrice: 90,
    quantity: 3,
    minimumOrder: 1,
  });
  const quote = () => json(aQuote(starters));

  it('links guests to its page, where they can change the quantity without signing in', async () => {
    open(() => json({}), quote, { at, person: null });
    expect(await screen.findByRole('link', { name: 'Change the quantity' })).toHaveAttribute(
      'href',
      `/shop/${idOf(5)}`,
    );
  });

  it('is ordered separately from the cart, which stays unchanged', async () => {
    const { store, quotes, checkouts } = open(() => json(inserted('order-1'), 201), quote, { at });
    await fill();
    expect(
      screen.getByText('You are ordering only this part. Your cart stays as it is.'),
    ).toBeVisible();
    expect(quotes()[0]?.lines).toEqual([{ part: idOf(5), quantity: 3 }]);
    expect(screen.getByRole('link', { name: 'Change the quantity' })).toHaveAttribute(
      'href',
      `/purchase/${idOf(5)}?quantity=3`,
    );
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    expect(JSON.parse(checkouts()[0]?.body ?? '')).toMatchObject({
      lines: [{ part: idOf(5), quantity: 3 }],
      totalPrice: 270,
    });
    expect(store.getState().cart.lines).toEqual(CART);
  });

  it.each(['part=x&quantity=3', `part=${idOf(5)}`, `part=${idOf(5)}&quantity=-1`])(
    'links to the cart if the URL is invalid: %s',
    async (query) => {
      const { quotes } = open(() => json({}), undefined, { at: `/checkout?${query}` });
      await screen.findByLabelText('Street address');
      expect(quotes()[0]?.lines).toEqual(CART);
    },
  );
});

it.each([
  [0, 0, 'the same day'],
  [0, 1, 'up to 1 business day'],
  [1, 1, '1 business day'],
  [2, 4, '2 to 4 business days'],
  [3, 3, '3 business days'],
])('%i to %i days are %s', (daysFrom, daysTo, words) => {
  expect(daysOf({ daysFrom, daysTo })).toBe(words);
});
