import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aProblem, idOf, invalidFields } from '../../testing/fixtures';
import { type Call, json, problem } from '../../testing/test-shop';
import {
  aMethod,
  choose,
  dialog,
  textField,
  open,
  ratesIn,
  save,
  someRates,
  truck,
  write,
} from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), info: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const closed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
/** Refuses the first save. */
function once(answer: (call: Call) => Response) {
  let before = true;
  return (call: Call) => {
    if (call.method !== 'PUT' || !before) return null;
    before = false;
    return answer(call);
  };
}
const names = () =>
  within(screen.getByRole('table', { name: 'Shipping methods' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.querySelector('b')?.textContent);

describe('shipping methods', () => {
  it('can be limited to postal codes of one country', async () => {
    const { sent } = open(someRates());
    await choose('Ground', 'Edit');
    write('Not to postal codes that begin with', '99, 00');
    await userEvent.click(dialog().getByLabelText('Canada'));
    await save();
    expect(await dialog().findByText(/need exactly one country/)).toBeVisible();
    await userEvent.click(dialog().getByLabelText('Canada'));
    await save();
    await closed();
    expect(sent()[0]?.shippingMethods[0]).toMatchObject({ exceptPostalPrefixes: ['99', '00'] });
    expect(await screen.findByText('United States, not postal codes 99, 00')).toBeVisible();
  });

  it('show all their details', async () => {
    open(someRates());
    const row = await screen.findByRole('row', { name: /Ground/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(0, -1),
    ).toEqual([
      'GroundUnited States$1.20 per kg, free from $250, up to 30 kg, 2 to 4 days, takes dangerous goods',
      '$9.90',
      '$1.20',
      '$250',
      '30 kg',
      '2 to 4',
      'yes',
      'on',
    ]);
    const other = screen.getByRole('row', { name: /Truck/ });
    expect(
      within(other)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(0, -1),
    ).toEqual([
      'TruckEverywhere$0.60 per kg, 2 to 4 days',
      '$89',
      '$0.60',
      'never',
      'any weight',
      '2 to 4',
      'no',
      'off',
    ]);
  });

  it('are added without changing anything else', async () => {
    const { sent } = open(someRates());
    await userEvent.click(await screen.findByRole('button', { name: 'Add method' }));
    expect(textField('Name')).toHaveFocus();
    write('Name', 'Canada');
    await userEvent.type(
      dialog().getByRole('searchbox', { name: 'Find a country' }),
      'canad{Enter}',
    );
    await userEvent.click(dialog().getByLabelText('Canada'));
    expect(dialog().getAllByRole('status')[0]).toHaveTextContent('Canada');
    write('Base price in $', '29');
    write('Per kg in $', '3.10');
    write('Maximum weight in kg', '20.125');
    write('Minimum days', '5');
    write('Maximum days', '9');
    await save();
    await closed();
    const added = {
      name: 'Canada',
      countries: ['CA'],
      base: 29,
      perKilogram: 3.1,
      maxGrams: 20_125,
      daysFrom: 5,
      daysTo: 9,
      takesHazmat: false,
      active: true,
    };
    const { revision, shippingMethods, taxRates } = someRates();
    expect(sent()).toEqual([
      JSON.parse(
        JSON.stringify({ revision, shippingMethods: [...shippingMethods, added], taxRates }),
      ),
    ]);
    expect(notify.success).toHaveBeenCalledWith('Shipping method added');
    expect(await screen.findByRole('row', { name: /^Canada/ })).toBeVisible();
  });

  it('are saved with the revision of the previous change', async () => {
    const { sent } = open(someRates());
    await choose('Ground', 'Switch off');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Ground is switched off');
    });
    expect(screen.getByRole('button', { name: 'More for Ground' })).toHaveFocus();
    await choose('Ground', 'Edit');
    write('Free for orders from $', '');
    await save();
    await closed();
    expect(sent().map(({ revision }) => revision)).toEqual([3, 4]);
    const [ground] = sent()[1]?.shippingMethods ?? [];
    expect(ground).toMatchObject({ id: idOf(1), active: false, maxGrams: 30_000 });
    expect(ground).not.toHaveProperty('freeFrom');
  });

  it('are copied as new methods', async () => {
    const { sent } = open(someRates());
    await choose('Truck', 'Copy');
    expect(textField('Name')).toHaveValue('Copy of Truck');
    await save();
    await closed();
    const copy = sent()[0]?.shippingMethods[2];
    expect(copy).toMatchObject({ name: 'Copy of Truck', base: 89, active: false });
    expect(copy).not.toHaveProperty('id');
  });

  it('show errors before anything is sent', async () => {
    const { sent } = open(someRates());
    await choose('Ground', 'Edit');
    write('Name', '');
    write('Base price in $', '1.234');
    write('Maximum weight in kg', '0.0001');
    write('Minimum days', '5');
    await save();
    for (const words of [
      'name is required',
      'base must have at most two decimals',
      'maximum weight must have at most three decimals',
      'maximum days must not be less than minimum days',
    ]) {
      expect(await dialog().findByText(words)).toBeVisible();
    }
    expect(textField('Name')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('show server errors under their fields', async () => {
    const field = 'shippingMethods[1].maxGrams';
    const fields = invalidFields({ field, code: 'out_of_range', message: `${field} is too much` });
    open(
      someRates(),
      once(() => json(fields, 422)),
    );
    await choose('Truck', 'Edit');
    write('Maximum weight in kg', '12');
    await save();
    expect(await dialog().findByText('maximum weight is too much')).toBeVisible();
    expect(textField('Maximum weight in kg')).toHaveFocus();
    write('Maximum weight in kg', '11');
    expect(dialog().queryByText('maximum weight is too much')).toBeNull();
    await save();
    await closed();
  });

  it('report when adding one has an unknown outcome', async () => {
    open(
      someRates(),
      once(() => problem(503, 'outcome_unknown')),
    );
    await choose('Truck', 'Copy');
    await save();
    expect(await dialog().findByText(/It may have been added\. Check the list/)).toBeVisible();
  });

  it('keep what is typed on a conflict, and show the current rest', async () => {
    const shop = open(
      someRates(),
      once(() => {
        shop.changeElsewhere(
          someRates({
            revision: 8,
            shippingMethods: [truck, aMethod({ base: 11, name: 'Ground 2' })],
          }),
        );
        return problem(409, 'changed_meanwhile');
      }),
    );
    await choose('Ground', 'Edit');
    write('Per kg in $', '1.50');
    await save();
    expect(await dialog().findByText(/^Someone else has changed shipping and tax/)).toBeVisible();
    expect(textField('Per kg in $')).toHaveValue('1.50');
    expect(textField('Name')).toHaveValue('Ground 2');
    expect(textField('Base price in $')).toHaveValue('11');
    expect(names()).toEqual(['Truck', 'Ground 2']);
    await save();
    await closed();
    const [, second] = shop.sent();
    expect(second?.revision).toBe(8);
    expect(second?.shippingMethods[1]).toMatchObject({
      name: 'Ground 2',
      base: 11,
      perKilogram: 1.5,
    });
  });

  it('are added again when another admin has deleted the method being edited', async () => {
    const shop = open(
      someRates(),
      once(() => {
        shop.changeElsewhere(someRates({ revision: 8, shippingMethods: [truck] }));
        return problem(409, 'changed_meanwhile');
      }),
    );
    await choose('Ground', 'Edit');
    write('Base price in $', '10');
    await save();
    expect(await dialog().findByText(/this entry no longer exists/)).toBeVisible();
    await save();
    await closed();
    expect(shop.sent()[1]?.shippingMethods[1]).not.toHaveProperty('id');
    await waitFor(() => {
      expect(names()).toEqual(['Truck', 'Ground']);
    });
  });

  it('move with buttons that keep the focus', async () => {
    const { sent } = open(
      someRates({ shippingMethods: [aMethod(), truck, aMethod({ id: idOf(3), name: 'Canada' })] }),
    );
    const down = await screen.findByRole('button', { name: 'Move Ground down' });
    expect(screen.getByRole('button', { name: 'Move Ground up' })).toBeDisabled();
    down.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => {
      expect(names()).toEqual(['Truck', 'Ground', 'Canada']);
    });
    expect(screen.getByRole('button', { name: 'Move Ground down' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => {
      expect(names()).toEqual(['Truck', 'Canada', 'Ground']);
    });
    expect(screen.getByRole('button', { name: 'Move Ground up' })).toHaveFocus();
    expect(sent().map(({ revision }) => revision)).toEqual([3, 4]);
    expect(notify.success).toHaveBeenLastCalledWith('Ground moved down');
  });

  it('are deleted after a confirmation that names them', async () => {
    const { sent } = open(someRates());
    await choose('Ground', 'Delete');
    expect(screen.getByRole('dialog', { name: 'Delete this shipping method?' })).toHaveTextContent(
      'Ground will be deleted.',
    );
    expect(dialog().getByRole('button', { name: 'cancel' })).toHaveFocus();
    await userEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    await closed();
    expect(sent()[0]?.shippingMethods.map(({ name }) => name)).toEqual(['Truck']);
    expect(screen.getByRole('heading', { name: 'Shipping methods' })).toHaveFocus();
    await waitFor(() => {
      expect(names()).toEqual(['Truck']);
    });
  });

  it('are not deleted without a second look after a concurrent change', async () => {
    const shop = open(
      someRates(),
      once(() => {
        shop.changeElsewhere(someRates({ revision: 8 }));
        return problem(409, 'changed_meanwhile');
      }),
    );
    await choose('Ground', 'Delete');
    await userEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(await dialog().findByText(/so nothing was saved/)).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    await closed();
    expect(shop.sent().map(({ revision }) => revision)).toEqual([3, 8]);
  });

  it('report a switch that was not saved, and show the saved state', async () => {
    const shop = open(
      someRates(),
      once((call) => {
        const { shippingMethods } = someRates();
        expect(ratesIn(call).revision).toBe(3);
        shop.changeElsewhere(
          someRates({
            revision: 8,
            shippingMethods: [...shippingMethods, aMethod({ id: idOf(3), name: 'Canada' })],
          }),
        );
        return json(aProblem(409, 'changed_meanwhile'), 409);
      }),
    );
    await choose('Truck', 'Switch on');
    expect(await screen.findByRole('row', { name: /^Canada/ })).toBeVisible();
    expect(notify.error).toHaveBeenCalledWith(
      'Someone else has changed shipping and tax, so nothing was saved. You now see the current version. Try again.',
    );
  });

  it('are limited to the shop’s maximum', async () => {
    const shippingMethods = Array.from({ length: 50 }, (_, number) =>
      aMethod({ id: idOf(number + 1), name: `Way ${number}` }),
    );
    open(someRates({ shippingMethods }));
    expect(await screen.findByText('at most 50 methods')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add method' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More for Way 7' }));
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  });
});
