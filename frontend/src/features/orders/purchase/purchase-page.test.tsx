import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aPart, idOf, inserted, invalidFields, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { readCheckoutDraft } from '../checkout/checkout-draft';
import { readOrderDraft } from './order-draft';
import { PurchasePage } from './purchase-page';
import { fill, open, place, stranger } from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

describe('the purchase page', () => {
  it('shows the customer and the part', async () => {
    open(() => json({}));
    expect(await screen.findByRole('heading', { name: 'Alternator' })).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue(marta.name);
    expect(screen.getByLabelText('Name')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Email')).toHaveValue(marta.email);
    expect(screen.getByLabelText('Quantity')).toHaveAttribute('placeholder', '10');
    expect(screen.getByText('10 × $38.50')).toBeVisible();
    expect(screen.getByText('$385')).toBeVisible();
  });

  it('orders the minimum when no quantity is given', async () => {
    const orders = open(() => json(inserted('order-1')));
    await fill();
    await userEvent.click(place());
    expect(await screen.findByRole('link', { name: 'Pay now' })).toHaveAttribute(
      'href',
      '/payment/order-1',
    );
    expect(notify.success).toHaveBeenCalledWith('Order on progress');
    expect(JSON.parse(orders()[0]?.body ?? '')).toMatchObject({
      orderedId: 'part-1',
      product: 'Alternator',
      quantity: 10,
      totalPrice: 385,
      address: '12 Harbor Street',
      phone: '0207555',
      paid: false,
    });
  });

  it('rejects too few pieces, and stays disabled until the quantity changes', async () => {
    const orders = open(() => json({}));
    await fill('9');
    await userEvent.click(place());
    await waitFor(() => {
      expect(notify.error).toHaveBeenCalledWith('Minimum order 10 pieces');
    });
    expect(place()).toBeDisabled();
    expect(screen.getByText('At least 10: enter 10 to 7500.')).toBeVisible();
    expect(screen.getByLabelText('Quantity')).toHaveFocus();
    await userEvent.type(screen.getByLabelText('Quantity'), '10');
    expect(place()).toBeEnabled();
    expect(orders()).toHaveLength(0);
  });

  it('requires an address and a phone number', async () => {
    const orders = open(() => json({}));
    await screen.findByLabelText('Address');
    await userEvent.click(place());
    expect(await screen.findByText('address is required')).toBeVisible();
    expect(screen.getByText('phone is required')).toBeVisible();
    expect(orders()).toHaveLength(0);
  });

  it('retries an order of unknown outcome under the same key', async () => {
    const responses = [problem(503, 'unavailable'), json(inserted('o'))];
    const orders = open(() => responses.shift() ?? problem(500, 'internal'));
    await fill('12');
    await userEvent.click(place());
    expect(
      await screen.findByText('The shop is busy right now. Try again in a moment.'),
    ).toBeVisible();
    expect(screen.getByLabelText('Address')).toHaveValue('12 Harbor Street');
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    const keys = orders().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('explains what to do when it is unknown whether the order was placed', async () => {
    const responses = [problem(503, 'outcome_unknown'), json(inserted('o'))];
    const orders = open(() => responses.shift() ?? problem(500, 'internal'));
    await fill('12');
    await userEvent.click(place());
    expect(
      await screen.findByText(
        /^We could not confirm whether this went through\. Your order may have been placed\. Press PLACE ORDER again to be sure: it will not be ordered twice\./,
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Check My Orders' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    expect(screen.queryByRole('link', { name: 'Check My Orders' })).toBeNull();
    const [first, second] = orders().map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  it('shows a new price before ordering', async () => {
    let price = 38.5;
    open(
      () => {
        price = 40;
        return problem(409, 'price_changed');
      },
      () => aPart({ price }),
    );
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText(/^The price is now \$40\./)).toBeVisible();
    expect(await screen.findByText('$400')).toBeVisible();
  });

  it('shows how much is left when another customer was faster', async () => {
    let available = 7500;
    open(
      () => {
        available = 11;
        return problem(409, 'out_of_stock');
      },
      () => aPart({ available }),
    );
    await fill('12');
    await userEvent.click(place());
    await waitFor(() => {
      expect(notify.error).toHaveBeenCalledWith(
        'Your ordered quantity is out of our range. we have only 11 pcs.',
      );
    });
    expect(place()).toBeDisabled();
  });

  it('adds the typed quantity to the cart instead, unless it cannot be ordered', async () => {
    const orders = open(() => json({}));
    const addToCart = await screen.findByRole('button', { name: 'Add to cart' });
    await fill('9');
    await userEvent.click(addToCart);
    expect(notify.error).toHaveBeenCalledWith('Minimum order 10 pieces');
    expect(notify.success).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByLabelText('Quantity'));
    await userEvent.click(addToCart);
    expect(notify.success).toHaveBeenCalledWith(
      'Added to cart: Alternator, 10 pcs.',
      expect.objectContaining({ to: '/cart' }),
    );
    expect(orders()).toHaveLength(0);
  });

  it('continues at the checkout if there are extra charges, and carries over the input', async () => {
    const part = () => aPart({ _id: idOf(5), core: 60, pack: 2 });
    open(() => problem(409, 'checkout_required'), part);
    expect(await screen.findByText(/^Core charge/)).toHaveTextContent('$60 per piece');
    await fill('12');
    expect(screen.getByText(/^Plus a core charge of \$720, refunded/)).toBeVisible();
    await userEvent.click(place());
    expect(await screen.findByText('now at /checkout')).toBeVisible();
    expect(readCheckoutDraft({ ...marta, isGuest: false })).toMatchObject({
      line1: '12 Harbor Street',
      phone: '0207555',
    });
    // After going back, the form is unchanged.
    expect(readOrderDraft(idOf(5), marta.email).draft).toMatchObject({ quantity: '12' });
  });

  it('reports a part that does not exist', async () => {
    serve(() => problem(404, 'not_found'));
    renderScreen(<PurchasePage />, { path: '/purchase/:id', at: '/purchase/x', person: marta });
    expect(await screen.findByText(/no longer sold/)).toBeVisible();
  });

  it('reports a part that was deleted while the form was open', async () => {
    let deleted = false;
    serve((call) => {
      if (call.method === 'POST') deleted = true;
      if (deleted) return problem(404, 'not_found');
      return call.path.startsWith('/parts/') ? json(aPart()) : stranger(call);
    });
    renderScreen(<PurchasePage />, { path: '/purchase/:id', at: '/purchase/p', person: marta });
    await fill();
    await userEvent.click(place());
    expect(await screen.findByRole('heading', { name: 'There is no such part' })).toBeVisible();
  });

  it.each([
    [0, 'This part is sold out.'],
    [9, /^Only 9 pcs\. are left, fewer than the minimum order of 10\./],
  ])('cannot be used with %i pieces in stock', async (available, words) => {
    open(
      () => json({}),
      () => aPart({ available }),
    );
    expect(await screen.findByText(words)).toBeVisible();
    expect(place()).toBeDisabled();
  });

  it('shows server errors under their fields', async () => {
    open(() =>
      json(
        invalidFields({
          field: 'phone',
          code: 'not_a_phone',
          message: 'phone must be a telephone number',
        }),
        422,
      ),
    );
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText('phone must be a telephone number')).toBeVisible();
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription(
      'phone must be a telephone number',
    );
    expect(screen.getByLabelText('Address')).toHaveValue('12 Harbor Street');
  });
});
