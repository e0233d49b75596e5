import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CART_KEY } from '../../../lib/cart/cart-storage';
import { aProblem, aQuote, idOf, inserted, invalidFields, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { CheckoutPage } from './checkout-page';
import { alternators, CART, DESTINATION, discs, fill, good, open, place } from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));
vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

describe('the checkout page', () => {
  it('shows the lines, the customer and the total', async () => {
    open(() => json({}));
    expect(await screen.findByRole('heading', { name: 'Checkout' })).toBeVisible();
    expect(screen.getByText('Brake disc')).toBeVisible();
    expect(screen.getByText('4 × $29.90')).toBeVisible();
    expect(screen.getByText('$504.60')).toBeVisible();
    expect(screen.getByText(`We will send order updates to ${marta.email}.`)).toBeVisible();
    expect(screen.getByLabelText('Name of recipient')).toHaveValue(marta.name);
    expect(screen.getByRole('link', { name: 'Edit cart' })).toHaveAttribute('href', '/cart');
  });

  it('orders all lines at the displayed total, and empties the cart', async () => {
    // The response comes after both clicks: in a test it could come between them.
    let answer: (response: Response) => void = () => undefined;
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { store, checkouts } = open(() => answered);
    await fill();
    await userEvent.dblClick(place());
    answer(json(inserted('order-1'), 201));
    expect(await screen.findByRole('heading', { name: 'Order placed', level: 1 })).toBeVisible();
    const payNow = screen.getByRole('link', { name: 'Pay now' });
    expect(payNow).toHaveAttribute('href', '/payment/order-1');
    expect(payNow).toHaveFocus();
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute(
      'href',
      '/dashboard/orders/order-1',
    );
    expect(await screen.findByText('AP-7KQD-M2XW')).toBeVisible();
    expect(screen.getByText('$504.60')).toBeVisible();
    expect(screen.getByText('4 × $29.90')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'PLACE ORDER' })).toBeNull();
    expect(notify.success).toHaveBeenCalledWith('Order on progress');
    expect(checkouts()).toHaveLength(1);
    expect(checkouts()[0]?.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.parse(checkouts()[0]?.body ?? '')).toEqual({
      lines: CART,
      destination: DESTINATION,
      phone: '0207555',
      totalPrice: 504.6,
    });
    expect(
      await screen.findByText(/^Marta Lindqvist\s12 Harbor Street\sPortland, ME 04101/),
    ).toHaveTextContent('United States');
    expect(store.getState().cart.lines).toEqual([]);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('requires an address and a phone number', async () => {
    const { checkouts } = open(() => json({}));
    await screen.findByLabelText('Street address');
    await userEvent.click(place());
    for (const field of ['street address', 'city', 'state', 'postal code', 'phone']) {
      expect(await screen.findByText(`${field} is required`)).toBeVisible();
    }
    expect(screen.getByLabelText('Street address')).toHaveFocus();
    expect(checkouts()).toHaveLength(0);
  });

  it('keeps what is typed after a reload', async () => {
    open(() => json({}));
    await fill();
    cleanup();
    open(() => json({}));
    expect(await screen.findByLabelText('Street address')).toHaveValue('12 Harbor Street');
    expect(screen.getByLabelText('Phone')).toHaveValue('0207555');
    expect(screen.getByLabelText('State')).toHaveValue('ME');
  });

  it('shows a new total before ordering', async () => {
    let quote = good;
    const answers = [problem(409, 'price_changed'), json(inserted('order-1'), 201)];
    const { checkouts } = open(
      () => {
        quote = aQuote(alternators, { ...discs, unitPrice: 31, total: 124 });
        return answers.shift() ?? problem(500, 'internal');
      },
      () => json(quote),
    );
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText(/^The total is now \$509\. It was \$504\.60\./)).toBeVisible();
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    expect(JSON.parse(checkouts()[1]?.body ?? '')).toMatchObject({ totalPrice: 509 });
    const [first, second] = checkouts().map(({ headers }) => headers.get('idempotency-key'));
    expect(second).not.toBe(first);
  });

  it('waits for the new total when it does not load', async () => {
    let quote = json(good);
    open(
      () => {
        quote = problem(503, 'unavailable');
        return problem(409, 'price_changed');
      },
      () => quote.clone(),
    );
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText(/^What you see may be out of date\./)).toBeVisible();
    expect(place()).toBeDisabled();
    expect(screen.queryByText(/^The total is now/)).toBeNull();
    quote = json(aQuote(alternators));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^The total is now \$385\./)).toBeVisible();
    expect(place()).toBeEnabled();
  });

  it('shows on its line what is no longer available', async () => {
    let quote = good;
    const detail = 'Only 2 pieces of it are left.';
    const { checkouts } = open(
      () => {
        const trouble = { code: 'out_of_stock' as const, detail };
        quote = aQuote(alternators, { ...discs, available: 2, problem: trouble });
        return json(
          aProblem(422, 'line_problems', { lines: [{ ...trouble, index: 1, part: idOf(2) }] }),
          422,
        );
      },
      () => json(quote),
    );
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit in cart' })).toHaveAttribute(
      'href',
      `/cart#line-${idOf(2)}`,
    );
    expect(screen.getByText(/^Some parts cannot be ordered as they are/)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Edit cart' })).toHaveLength(2);
    expect(place()).toBeDisabled();
    expect(screen.getByLabelText('Street address')).toHaveValue('12 Harbor Street');
    expect(checkouts()).toHaveLength(1);
  });

  it('retries an order of unknown outcome under the same key, although it took the last pieces', async () => {
    let quote = good;
    const answers = [problem(503, 'outcome_unknown'), json(inserted('order-1'), 201)];
    const { checkouts } = open(
      () => {
        const trouble = { code: 'out_of_stock' as const, detail: 'None are left.' };
        quote = aQuote(alternators, { ...discs, available: 0, problem: trouble });
        return answers.shift() ?? problem(500, 'internal');
      },
      () => json(quote),
    );
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText(/Your order may have been placed\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Check My Orders' })).toBeVisible();
    await screen.findByText('None are left.');
    await waitFor(() => {
      expect(place()).toBeEnabled();
    });
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    const [first, second] = checkouts();
    expect(second?.body).toBe(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  it('shows server errors under their fields', async () => {
    const refusal = { field: 'phone', code: 'not_a_phone', message: 'phone must be a number' };
    open(() => json(invalidFields({ ...refusal, code: 'not_a_phone' }), 422));
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText('phone must be a number')).toBeVisible();
  });

  it('cannot order if the total cannot be charged', async () => {
    const tooLittle = { code: 'amount_too_small' as const, detail: 'At least $0.50 are needed.' };
    open(
      () => json({}),
      () => json({ ...good, orderable: false, problem: tooLittle }),
    );
    expect(await screen.findByText(/At least \$0\.50 are needed\./)).toBeVisible();
    expect(place()).toBeDisabled();
  });

  it('offers a next step when the cart is empty or the prices do not load', async () => {
    open(
      () => json({}),
      () => problem(503, 'unavailable'),
    );
    expect(await screen.findByRole('heading', { name: 'The prices did not load' })).toBeVisible();
    cleanup();
    localStorage.removeItem(CART_KEY);
    serve(() => json([]));
    renderScreen(<CheckoutPage />, { path: '/checkout', at: '/checkout', person: marta });
    expect(await screen.findByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse parts' })).toHaveAttribute('href', '/shop');
  });
});
