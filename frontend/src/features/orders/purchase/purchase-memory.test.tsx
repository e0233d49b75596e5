import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { anOrder, aPart, aSavedAddress, aUser, inserted, marta } from '../../../testing/fixtures';
import { json, problem } from '../../../testing/test-shop';
import { readCheckoutDraft } from '../checkout/checkout-draft';
import { fill, open, place } from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

describe('the defaults of the purchase page', () => {
  it('fill in the address of the last paid order', async () => {
    open(
      () => json({}),
      () => aPart(),
      () => json([anOrder({ address: 'Mill Lane 3', phone: '+44 20 7946 0018', paid: true })]),
    );
    await waitFor(() => {
      expect(screen.getByLabelText('Address')).toHaveValue('Mill Lane 3');
    });
    expect(screen.getByLabelText('Phone')).toHaveValue('+44 20 7946 0018');
  });

  it('fill in the profile of a user who has not ordered yet', async () => {
    open(
      () => json({}),
      () => aPart(),
      (call) =>
        call.path.startsWith('/orders/')
          ? json([])
          : json(aUser({ address: 'Harbor 1', phone: '0301' })),
    );
    await waitFor(() => {
      expect(screen.getByLabelText('Address')).toHaveValue('Harbor 1');
    });
  });

  it('do not fill in a field that the user has visited', async () => {
    let respond: (response: Response) => void = () => undefined;
    open(
      () => json({}),
      () => aPart(),
      (call) =>
        call.path.startsWith('/orders/')
          ? new Promise((resolve) => (respond = resolve))
          : json(aUser({ address: 'Harbor 1', phone: '0301' })),
    );
    await userEvent.click(await screen.findByLabelText('Address'));
    await userEvent.tab();
    respond(json([]));
    await waitFor(() => {
      expect(screen.getByLabelText('Phone')).toHaveValue('0301');
    });
    expect(screen.getByLabelText('Address')).toHaveValue('');
  });

  it('keep the plus of a phone number', async () => {
    const orders = open(() => json(inserted('o')));
    await userEvent.type(await screen.findByLabelText('Address'), '12 Harbor Street');
    await userEvent.type(screen.getByLabelText('Phone'), '+1 207 555 0173');
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    expect(JSON.parse(orders()[0]?.body ?? '')).toMatchObject({ phone: '+1 207 555 0173' });
  });

  it('ignore unpaid orders', async () => {
    open(
      () => json({}),
      () => aPart(),
      (call) =>
        call.path.startsWith('/orders/')
          ? json([anOrder({ address: 'Mill Lane 3', phone: '0301' })])
          : json(aUser({ address: 'Harbor 1', phone: '0302' })),
    );
    await waitFor(() => {
      expect(screen.getByLabelText('Address')).toHaveValue('Harbor 1');
    });
  });

  it('use the quantity chosen on the part’s page until another one is typed', async () => {
    const openWith = (query: string) =>
      open(
        () => json({}),
        () => aPart({ minOrderQuantity: 10 }),
        undefined,
        query,
      );
    const quantity = () => screen.findByLabelText('Quantity');
    openWith('?quantity=25');
    expect(await quantity()).toHaveValue(25);
    await userEvent.clear(await quantity());
    await userEvent.type(await quantity(), '30');
    cleanup();
    openWith('');
    expect(await quantity()).toHaveValue(30);
    cleanup();
    openWith('?quantity=12');
    expect(await quantity()).toHaveValue(12);
    cleanup();
    openWith('?quantity=many');
    expect(await quantity()).toHaveValue(12);
  });

  it('show the name that the order will have', async () => {
    open(
      () => json({}),
      () => aPart(),
      (call) =>
        call.path.startsWith('/orders/')
          ? json([anOrder({ address: 'Mill Lane 3', phone: '0301', paid: true })])
          : json(aUser({ name: 'Marta L.' })),
    );
    await waitFor(() => {
      expect(screen.getByLabelText('Name')).toHaveValue('Marta L.');
    });
    await waitFor(() => {
      expect(screen.getByLabelText('Address')).toHaveValue('Mill Lane 3');
    });
  });

  it('prefer the first address of the address book, as one text', async () => {
    const home = aSavedAddress({ line2: 'Apt 4' });
    open(
      () => json({}),
      () => aPart(),
      () => json([anOrder({ address: 'Mill Lane 3', phone: '+44 20 7946 0018', paid: true })]),
      '',
      [home, aSavedAddress({ line1: '8 Alder Road' })],
    );
    await waitFor(() => {
      expect(screen.getByLabelText('Address')).toHaveValue(
        'Marta Lindqvist, 12 Harbor Street, Apt 4, Portland, ME 04101, US',
      );
    });
    expect(screen.getByLabelText('Phone')).toHaveValue(home.phone);
  });

  it.each([
    [
      undefined,
      { line1: '12 Harbor Street', line2: 'Apt 4', city: 'Portland', postalCode: '04101' },
    ],
    ['Mill Lane 3, Leeds', { line1: 'Mill Lane 3', city: '', postalCode: '' }],
  ])('carry the fields over to the checkout: %s', async (typed, fields) => {
    open(
      () => problem(409, 'checkout_required'),
      () => aPart(),
      undefined,
      '?quantity=12',
      [aSavedAddress({ line2: 'Apt 4' })],
    );
    const address = await screen.findByLabelText('Address');
    await waitFor(() => {
      expect(address).toHaveValue(
        'Marta Lindqvist, 12 Harbor Street, Apt 4, Portland, ME 04101, US',
      );
    });
    if (typed !== undefined) {
      await userEvent.clear(address);
      await userEvent.type(address, typed);
    }
    await userEvent.click(place());
    expect(await screen.findByText('now at /checkout')).toBeVisible();
    const draft = readCheckoutDraft({ ...marta, isGuest: false });
    expect(draft).toMatchObject({ ...fields, recipient: marta.name, phone: '207 555 0173' });
  });

  it('restore a half-filled order until it is placed', async () => {
    open(() => json(inserted('o')));
    await fill('12');
    cleanup();
    open(() => json(inserted('o')));
    expect(await screen.findByLabelText('Address')).toHaveValue('12 Harbor Street');
    expect(screen.getByLabelText('Quantity')).toHaveValue(12);
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    cleanup();
    open(() => json({}));
    expect(await screen.findByLabelText('Address')).toHaveValue('');
    expect(screen.getByLabelText('Quantity')).toHaveValue(null);
  });

  it('remember a rejected quantity as rejected', async () => {
    open(() => json({}));
    await fill('9');
    await userEvent.click(place());
    await screen.findByText('At least 10: enter 10 to 7500.');
    cleanup();
    notify.error.mockClear();
    open(() => json({}));
    expect(await screen.findByLabelText('Quantity')).toHaveValue(9);
    expect(screen.getByText('At least 10: enter 10 to 7500.')).toBeVisible();
    expect(place()).toBeDisabled();
    expect(notify.error).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Quantity')).not.toHaveFocus();
    await userEvent.type(screen.getByLabelText('Quantity'), '0');
    expect(place()).toBeEnabled();
  });

  it('clear a rejection that new stock has resolved', async () => {
    open(() => json({}));
    await fill('9000');
    await userEvent.click(place());
    await screen.findByText('At most 7500 are left: enter 10 to 7500.');
    cleanup();
    open(
      () => json({}),
      () => aPart({ available: 10_000 }),
    );
    expect(await screen.findByLabelText('Quantity')).toHaveValue(9000);
    expect(place()).toBeEnabled();
  });
});
