import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { anOrder, aQuote, gina, inserted, invalidFields } from '../../../testing/fixtures';
import { comeAsGuest, json, problem } from '../../../testing/test-shop';
import { alternators, DESTINATION, discs, fill, good, open, place } from './testing';

vi.mock('../../../ui/messages/notify', () => ({ notify: { success: vi.fn(), error: vi.fn() } }));

const email = () => screen.getByLabelText('Email');
const recipient = () => screen.getByLabelText('Name of recipient');

async function fillAsGuest(address = gina.email) {
  await fill();
  await userEvent.type(recipient(), gina.name);
  await userEvent.type(email(), address);
}

describe('the checkout of a guest', () => {
  it('has at most eight fields, and shows where members sign in', async () => {
    open(() => json({}), undefined, { person: null });
    expect(await screen.findByRole('heading', { name: 'Contact' })).toBeVisible();
    const fields = screen
      .getByRole('form', { name: 'Your order' })
      .querySelectorAll('[autocomplete]:not([autocomplete="off"])');
    expect(Array.from(fields, (field) => field.getAttribute('autocomplete')).sort()).toEqual(
      [
        'email',
        'shipping name',
        'shipping address-line1',
        'shipping postal-code',
        'shipping address-level2',
        'shipping address-level1',
        'shipping country',
        'tel',
      ].sort(),
    );
    expect(screen.getByRole('link', { name: 'I have an account' })).toHaveAttribute(
      'href',
      '/signin',
    );
  });

  it('requires a valid address before it sends anything', async () => {
    const { guests } = open(() => json({}), undefined, { person: null });
    await fillAsGuest('gina at garage');
    await userEvent.click(place());
    expect(await screen.findByText('provide a valid email')).toBeVisible();
    expect(email()).toHaveFocus();
    expect(guests()).toHaveLength(0);
  });

  it('orders under the recipient’s name, with the guest’s token', async () => {
    const { store, guests, checkouts } = open(() => json(inserted('order-1'), 201), undefined, {
      person: null,
    });
    await fillAsGuest();
    await userEvent.click(place());
    expect(await screen.findByRole('heading', { name: 'Order placed' })).toBeVisible();
    expect(guests().map(({ body }) => JSON.parse(body) as unknown)).toEqual([gina]);
    expect(checkouts()[0]?.headers.get('authorization')).toBe('Bearer token-g');
    expect(JSON.parse(checkouts()[0]?.body ?? '')).toMatchObject({
      destination: { ...DESTINATION, recipient: gina.name },
    });
    expect(store.getState().session).toMatchObject({ person: gina, guestToken: 'kept-g' });
    expect(
      screen.getByText(/^We are emailing a link to your order to gina@garage.example/),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'See your order' })).toHaveAttribute(
      'href',
      '/my-order/order-1',
    );
  });

  it('shows server errors about the address or name at their fields', async () => {
    const refusal = () =>
      json(
        invalidFields(
          { field: 'email', code: 'not_an_email', message: 'email is not valid' },
          { field: 'name', code: 'too_long', message: 'name is too long' },
        ),
        422,
      );
    const { checkouts } = open(() => json({}), undefined, { person: null, guest: refusal });
    await fillAsGuest();
    await userEvent.click(place());
    expect(await screen.findByText('email is not valid')).toBeVisible();
    expect(email()).toBeInvalid();
    expect(recipient()).toBeInvalid();
    expect(checkouts()).toHaveLength(0);
  });

  it('explains why guests cannot order at the moment, and keeps what was typed', async () => {
    const { checkouts } = open(() => json({}), undefined, {
      person: null,
      guest: () => problem(429, 'rate_limited'),
    });
    await fillAsGuest();
    await userEvent.click(place());
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(email()).toHaveValue(gina.email);
    expect(checkouts()).toHaveLength(0);
  });

  it('reuses the guest when the order is retried, and creates another one for a new address', async () => {
    const responses = [problem(409, 'price_changed'), problem(503, 'outcome_unknown')];
    const { guests } = open(() => responses.shift() ?? json(inserted('order-1'), 201), undefined, {
      person: null,
    });
    await fillAsGuest();
    await userEvent.click(place());
    await screen.findByRole('alert');
    await userEvent.click(place());
    expect(await screen.findByRole('link', { name: 'Check My Orders' })).toHaveAttribute(
      'href',
      '/my-order',
    );
    expect(guests()).toHaveLength(1);
    await userEvent.clear(email());
    await userEvent.type(email(), 'gina@home.example');
    await userEvent.click(place());
    expect(await screen.findByRole('heading', { name: 'Order placed' })).toBeVisible();
    expect(guests()).toHaveLength(2);
  });

  it('recognizes a returning guest, and requests no profile', async () => {
    const { store, calls } = open(
      () => json({}),
      () => json(aQuote(alternators, discs)),
      {
        person: null,
        orders: [anOrder({ paid: true, email: gina.email, destination: DESTINATION })],
      },
    );
    act(() => {
      comeAsGuest(store, gina);
    });
    expect(await screen.findByDisplayValue('12 Harbor Street')).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/users'))).toEqual([]);
  });

  it('restores what a visitor typed before signing in', async () => {
    open(() => json({}), undefined, { person: null });
    await fillAsGuest();
    cleanup();
    open(
      () => json({}),
      () => json(good),
    );
    expect(await screen.findByDisplayValue('12 Harbor Street')).toBeVisible();
    expect(screen.queryByLabelText('Email')).toBeNull();
  });
});
