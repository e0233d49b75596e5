import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { savePlace } from '../../../lib/places/place-storage';
import { anOrder, aSavedAddress, gina, inserted, marta } from '../../../testing/fixtures';
import { json, problem } from '../../../testing/test-shop';
import { DESTINATION, fill, open, place, sums } from './testing';

vi.mock('../../../ui/messages/notify', () => ({ notify: { success: vi.fn(), error: vi.fn() } }));
vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

const home = aSavedAddress({ line2: 'Apt 4' });
const shop = aSavedAddress({
  recipient: 'North Garage',
  line1: '8 Alder Road',
  city: 'Falmouth',
  postalCode: '04105',
  phone: '207 555 0188',
});

const ordered = () => json(inserted('order-1'), 201);
const choice = () => screen.findByLabelText('Saved addresses');
const chosen = () =>
  screen.getByLabelText<HTMLSelectElement>('Saved addresses').selectedOptions[0]?.textContent;
const street = () => screen.getByLabelText('Street address');
const keep = () => screen.queryByLabelText('Save this address for next time');

async function order() {
  await waitFor(() => {
    expect(sums()).toHaveAttribute('aria-busy', 'false');
  });
  await userEvent.click(place());
  await screen.findByRole('link', { name: 'Pay now' });
}

describe('the address book at the checkout', () => {
  it('fills in its first address, with priority over the last paid order', async () => {
    const orders = [anOrder({ paid: true, destination: { ...DESTINATION, line1: 'Mill Lane 3' } })];
    const { checkouts, calls } = open(ordered, undefined, { saved: [home, shop], orders });
    await waitFor(() => {
      expect(street()).toHaveValue('12 Harbor Street');
    });
    expect(screen.getByLabelText('Apartment or suite')).toHaveValue('Apt 4');
    expect(screen.getByLabelText('Phone')).toHaveValue(home.phone);
    expect(chosen()).toBe('Marta Lindqvist, 12 Harbor Street, Apt 4, Portland');
    expect(keep()).toBeNull();
    await order();
    expect(JSON.parse(checkouts()[0]?.body ?? '')).toMatchObject(home);
    expect(calls.some(({ path }) => path.startsWith('/orders/'))).toBe(false);
  });

  it('fills in the chosen address completely', async () => {
    open(ordered, undefined, { saved: [home, shop] });
    expect(
      within(await choice())
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      'Marta Lindqvist, 12 Harbor Street, Apt 4, Portland',
      'North Garage, 8 Alder Road, Falmouth',
      'Another address',
    ]);
    await userEvent.selectOptions(await choice(), 'North Garage, 8 Alder Road, Falmouth');
    expect(screen.getByLabelText('Name of recipient')).toHaveValue('North Garage');
    expect(street()).toHaveValue('8 Alder Road');
    expect(screen.queryByLabelText('Apartment or suite')).toBeNull();
    expect(screen.getByLabelText('Postal code')).toHaveValue('04105');
    expect(screen.getByLabelText('Phone')).toHaveValue('207 555 0188');
  });

  it('starts empty with a new address', async () => {
    open(ordered, undefined, { saved: [home, shop] });
    await userEvent.selectOptions(await choice(), 'Another address');
    expect(street()).toHaveValue('');
    expect(screen.getByLabelText('Name of recipient')).toHaveValue(marta.name);
    expect(screen.getByLabelText('Phone')).toHaveValue('');
    expect(screen.queryByText('street address is required')).toBeNull();
    expect(chosen()).toBe('Another address');
  });

  it('is deselected by editing a field, and selected again when it matches', async () => {
    open(ordered, undefined, { saved: [home, shop] });
    await choice();
    await waitFor(() => {
      expect(chosen()).toMatch(/^Marta/);
    });
    await userEvent.type(street(), 'a');
    expect(chosen()).toBe('Another address');
    expect(keep()).toBeChecked();
    await userEvent.type(street(), '{Backspace}');
    expect(chosen()).toMatch(/^Marta/);
    expect(keep()).toBeNull();
  });

  it('does not overwrite what was typed', async () => {
    open(ordered);
    await fill();
    cleanup();
    open(ordered, undefined, { saved: [shop] });
    expect((await choice()).textContent).toContain('North Garage');
    expect(street()).toHaveValue('12 Harbor Street');
    expect(chosen()).toBe('Another address');
  });

  it('offers the current first address, but keeps another one that was chosen', async () => {
    open(ordered, undefined, { saved: [home, shop] });
    await choice();
    await waitFor(() => {
      expect(chosen()).toMatch(/^Marta/);
    });
    cleanup();
    open(ordered, undefined, { saved: [shop, home] });
    await choice();
    await waitFor(() => {
      expect(chosen()).toMatch(/^North Garage/);
    });
    await userEvent.selectOptions(
      await choice(),
      'Marta Lindqvist, 12 Harbor Street, Apt 4, Portland',
    );
    cleanup();
    open(ordered, undefined, { saved: [shop, home] });
    await choice();
    expect(chosen()).toMatch(/^Marta/);
  });

  it('offers the address of the place that was chosen in the cart', async () => {
    savePlace({ country: 'US', region: 'ME', postalCode: '04105' });
    open(ordered, undefined, { saved: [home, shop] });
    await waitFor(() => {
      expect(street()).toHaveValue('8 Alder Road');
    });
  });

  it('is omitted when it cannot be loaded', async () => {
    const before = anOrder({ paid: true, destination: DESTINATION });
    const { calls } = open(ordered, undefined, {
      orders: [before],
      book: () => problem(503, 'unavailable'),
    });
    await waitFor(() => {
      expect(street()).toHaveValue('12 Harbor Street');
    });
    expect(screen.queryByLabelText('Saved addresses')).toBeNull();
    expect(calls.some(({ path }) => path.startsWith('/addresses/'))).toBe(true);
  });
});

describe('a new address', () => {
  it('is saved once the order is placed, unless the customer opts out', async () => {
    const { kept } = open(ordered, undefined, { saved: [shop] });
    await userEvent.selectOptions(await choice(), 'Another address');
    await fill();
    expect(keep()).toBeChecked();
    expect(kept()).toEqual([]);
    await order();
    await waitFor(() => {
      expect(kept()).toEqual([
        { revision: 1, addresses: [{ destination: DESTINATION, phone: '0207555' }, shop] },
      ]);
    });
  });

  it('is not saved after an opt-out, even after a reload', async () => {
    open(ordered);
    await fill();
    await userEvent.click(keep() ?? document.body);
    cleanup();
    const { kept } = open(ordered);
    expect(await screen.findByDisplayValue('12 Harbor Street')).toBeVisible();
    await waitFor(() => {
      expect(keep()).not.toBeChecked();
    });
    await order();
    expect(kept()).toEqual([]);
  });

  it('does not hide the placed order when saving fails', async () => {
    const { kept } = open(ordered, undefined, { keep: () => problem(500, 'internal') });
    await fill();
    await order();
    await waitFor(() => {
      expect(kept()).toHaveLength(1);
    });
    expect(screen.getByRole('heading', { name: 'Order placed' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not saved for guests', async () => {
    const { calls } = open(ordered, undefined, { person: null });
    await fill();
    await userEvent.type(screen.getByLabelText('Email'), gina.email);
    await userEvent.type(screen.getByLabelText('Name of recipient'), gina.name);
    expect(keep()).toBeNull();
    await order();
    expect(calls.filter(({ path }) => path.startsWith('/addresses/'))).toEqual([]);
  });
});

it('makes the chosen address the first one', async () => {
  const { kept } = open(ordered, undefined, { saved: [home, shop] });
  await userEvent.selectOptions(await choice(), 'North Garage, 8 Alder Road, Falmouth');
  await order();
  await waitFor(() => {
    expect(kept()).toEqual([{ revision: 2, addresses: [shop, home] }]);
  });
});
