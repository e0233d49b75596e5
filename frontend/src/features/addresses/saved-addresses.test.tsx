import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type {
  AddressBook,
  AddressBookRequest,
  SavedAddress,
} from '../../api/contract/generated-types';
import { anAddressBook, aProblem, aSavedAddress, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { SavedAddresses } from './saved-addresses';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const home = aSavedAddress();
const shop = aSavedAddress({ line1: '8 Alder Road', line2: 'Unit 2', city: 'Falmouth' });

/** A shop that stores an address book. */
function show(...addresses: SavedAddress[]) {
  let book = anAddressBook(...addresses);
  let refusal: Response | null = null;
  let savedElsewhere: SavedAddress[] | null = null;
  const calls = serve(({ method, body }) => {
    if (method === 'GET') return json(book);
    if (refusal) return refusal.clone();
    if (savedElsewhere) {
      book = { addresses: savedElsewhere, revision: book.revision + 1 };
      savedElsewhere = null;
      return problem(409, 'changed_meanwhile');
    }
    const { addresses } = JSON.parse(body) as AddressBook;
    book = { addresses, revision: book.revision + 1 };
    return json(book);
  });
  renderScreen(<SavedAddresses />, { path: '/profile', at: '/profile', person: marta });
  return {
    sent: () =>
      calls
        .filter(({ method }) => method === 'PUT')
        .map(({ body }) => JSON.parse(body) as AddressBookRequest),
    refuse: (answer: Response) => (refusal = answer),
    /** Another browser saves these before the next save from here. */
    saveElsewhere: (saved: SavedAddress[]) => (savedElsewhere = saved),
  };
}

const rows = async () => {
  await screen.findByRole('list');
  return screen.getAllByRole('listitem');
};
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const save = () => userEvent.click(dialog().getByRole('button', { name: 'Save' }));
const fields = {
  'Street address': '3 Mill Lane',
  City: 'Bath',
  'Postal code': '04530',
  Phone: '207 555 0199',
};
const mill = aSavedAddress({
  line1: '3 Mill Lane',
  city: 'Bath',
  postalCode: '04530',
  phone: '207 555 0199',
});

async function fill() {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.type(dialog().getByLabelText(label), text);
  }
  await userEvent.selectOptions(dialog().getByLabelText('State'), 'ME Maine');
}

describe('saved addresses', () => {
  it('are shown as on a parcel, with the first one marked', async () => {
    show(home, shop);
    const [first, second] = await rows();
    expect(first).toHaveTextContent('Default');
    expect(first?.querySelector('address')?.textContent).toBe(
      'Marta Lindqvist\n12 Harbor Street\nPortland, ME 04101\nUnited States\n207 555 0173',
    );
    expect(second).toHaveTextContent('Unit 2');
    expect(second).not.toHaveTextContent('Default');
    expect(screen.queryByRole('button', { name: /^Set as default .*Harbor/ })).toBeNull();
  });

  it('may be empty', async () => {
    show();
    expect(await screen.findByText(/^You have no saved addresses yet\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add an address' })).toBeVisible();
  });

  it('are limited to twenty', async () => {
    const full = Array.from({ length: 20 }, (_, number) =>
      aSavedAddress({ line1: `${number + 1} Mill Lane` }),
    );
    show(...full);
    expect(await screen.findByText('at most 20 addresses')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add an address' })).toBeNull();
  });

  it('can be retried when they did not load', async () => {
    let answer = () => problem(503, 'unavailable');
    serve(() => answer());
    renderScreen(<SavedAddresses />, { path: '/profile', at: '/profile', person: marta });
    expect(
      await screen.findByRole('heading', { name: 'Your addresses did not load' }),
    ).toBeVisible();
    answer = () => json(anAddressBook(home));
    await press(/^Try again/);
    expect(await rows()).toHaveLength(1);
  });

  it('can each be made the first', async () => {
    const { sent } = show(home, shop);
    await press(/^Set as default .*Alder/);
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Default address changed');
    });
    expect(sent()).toEqual([{ revision: 2, addresses: [shop, home] }]);
    expect(screen.getByRole('heading', { name: 'Saved addresses' })).toHaveFocus();
    await waitFor(async () => {
      expect((await rows())[0]).toHaveTextContent('8 Alder Road');
    });
  });

  it('keep changes that were made elsewhere', async () => {
    const { saveElsewhere } = show(home, shop);
    await rows();
    saveElsewhere([home, mill, shop]);
    await press(/^Set as default .*Alder/);
    await waitFor(() => {
      expect(notify.error).toHaveBeenCalledWith(
        expect.stringMatching(/^Your addresses were changed elsewhere/),
      );
    });
    await waitFor(async () => {
      expect(await rows()).toHaveLength(3);
    });
  });

  it('are removed after a confirmation', async () => {
    const { sent } = show(home, shop);
    await press(/^Remove .*Harbor/);
    expect(dialog().getByText('Marta Lindqvist, 12 Harbor Street, Portland')).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'cancel' }));
    expect(sent()).toEqual([]);
    await press(/^Remove .*Harbor/);
    await userEvent.click(dialog().getByRole('button', { name: 'Remove' }));
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Address removed');
    });
    expect(sent()).toEqual([{ revision: 2, addresses: [shop] }]);
  });
});

describe('the address form', () => {
  it('adds one at the end', async () => {
    const { sent } = show(home);
    await press(/^Add an address/);
    expect(dialog().getByLabelText('Name of recipient')).toHaveValue(marta.name);
    await fill();
    await save();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Address added');
    });
    expect(sent()).toEqual([{ revision: 1, addresses: [home, mill] }]);
  });

  it('has the same rules as the checkout', async () => {
    const { sent } = show();
    await press(/^Add an address/);
    await save();
    for (const field of ['street address', 'city', 'state', 'postal code', 'phone']) {
      expect(await dialog().findByText(`${field} is required`)).toBeVisible();
    }
    expect(sent()).toEqual([]);
  });

  it('changes one in its place', async () => {
    const { sent } = show(home, shop);
    await press(/^Edit .*Harbor/);
    await userEvent.type(dialog().getByLabelText('Street address'), ' b');
    await save();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Address saved');
    });
    expect(sent()[0]?.addresses).toEqual([aSavedAddress({ line1: '12 Harbor Street b' }), shop]);
  });

  it('shows server errors at their fields', async () => {
    const { refuse } = show(home, shop);
    const of = (field: string, message: string) => ({
      field,
      code: 'not_a_region_code' as const,
      message: `${field} ${message}`,
    });
    refuse(
      json(
        aProblem(409, 'fields_refused', {
          fields: [of('addresses[1].destination.region', 'is no state')],
        }),
        409,
      ),
    );
    await press(/^Edit .*Alder/);
    await userEvent.type(dialog().getByLabelText('City'), 's');
    await save();
    expect(await dialog().findByText('state or province is no state')).toBeVisible();
    expect(dialog().getByLabelText('State')).toHaveFocus();
  });

  it('keeps what is typed on a conflict and saves it with the other change', async () => {
    const { saveElsewhere, sent } = show(home);
    await press(/^Add an address/);
    await fill();
    saveElsewhere([home, shop]);
    await save();
    expect(
      await dialog().findByText(
        /^Your addresses were changed elsewhere\. Your input is still here/,
      ),
    ).toBeVisible();
    expect(dialog().getByLabelText('Street address')).toHaveValue('3 Mill Lane');
    await save();
    await waitFor(() => {
      expect(sent().at(-1)).toEqual({ revision: 2, addresses: [home, shop, mill] });
    });
  });

  it('adds an address again that was removed elsewhere', async () => {
    const { saveElsewhere, sent } = show(home, shop);
    await press(/^Edit .*Harbor/);
    await userEvent.type(dialog().getByLabelText('Street address'), ' b');
    saveElsewhere([shop]);
    await save();
    expect(
      await dialog().findByText(/^This address was changed or removed elsewhere\./),
    ).toBeVisible();
    await save();
    await waitFor(() => {
      expect(sent().at(-1)?.addresses).toEqual([
        shop,
        aSavedAddress({ line1: '12 Harbor Street b' }),
      ]);
    });
  });

  it('succeeds when an attempt without a response had saved it', async () => {
    const { saveElsewhere, sent } = show(home);
    await press(/^Add an address/);
    await fill();
    saveElsewhere([home, mill]);
    await save();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Address added');
    });
    expect(sent()).toHaveLength(1);
  });

  it('explains why it could not be saved', async () => {
    const { refuse } = show(home);
    refuse(problem(503, 'unavailable'));
    await press(/^Edit .*Harbor/);
    await userEvent.type(dialog().getByLabelText('City'), 's');
    await save();
    expect(await dialog().findByText(/^The shop is busy right now/)).toBeVisible();
  });
});
