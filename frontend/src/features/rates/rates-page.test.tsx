import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aProblem } from '../../testing/fixtures';
import { json, problem } from '../../testing/test-shop';
import {
  aMethod,
  aTax,
  choose,
  dialog,
  open,
  save,
  someRates,
  someTriedRates,
  truck,
  write,
} from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), info: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const closed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
const none = { revision: 0, shippingMethods: [], taxRates: [] };

describe('the rates page', () => {
  it('explains what having no rules means, and where to start', async () => {
    const { sent } = open(none);
    expect(await screen.findByRole('heading', { name: 'No shipping methods yet' })).toBeVisible();
    expect(
      screen.getByText(/^Without shipping methods and taxes, customers pay only for the parts\./),
    ).toBeVisible();
    expect(document.title).toBe('Shipping and tax | Autoparts');
    await userEvent.click(screen.getByRole('button', { name: 'Add the first tax' }));
    await userEvent.selectOptions(dialog().getByLabelText('Country'), 'Germany');
    write('Rate in %', '19');
    await save();
    await closed();
    const taxRates = [{ country: 'DE', millionths: 190_000, onShipping: false, onCore: false }];
    expect(sent()).toEqual([{ ...none, taxRates }]);
    expect(await screen.findByRole('row', { name: /^Germany/ })).toHaveTextContent('19%');
  });

  it('reports when the rates did not load, and retries', async () => {
    let down = true;
    open(someRates(), () => (down ? problem(503, 'unavailable') : null));
    expect(
      await screen.findByRole('heading', { name: 'Shipping and tax did not load' }),
    ).toBeVisible();
    down = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /Ground/ })).toBeVisible();
  });
});

describe('taxes', () => {
  it('are listed by place', async () => {
    open(
      someRates({
        taxRates: [aTax({ country: 'CA', region: undefined }), ...someRates().taxRates],
      }),
    );
    const table = await screen.findByRole('table', { name: 'Taxes' });
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .slice(0, -1)
            .map(({ textContent }) => textContent),
        ),
    ).toEqual([
      ['Canadathe whole country', '5.75%', 'yes', 'no'],
      ['United Statesthe rest of the country', '0%', 'yes', 'no'],
      ['OhioUnited States', '5.75%', 'yes', 'no'],
    ]);
  });

  it('are saved exactly', async () => {
    const { sent } = open(someRates());
    await choose('Ohio, United States', 'Edit');
    expect(dialog().getByLabelText('Rate in %')).toHaveValue('5.75');
    write('Rate in %', '8.87501');
    await save();
    expect(await dialog().findByText('rate must have at most four decimals')).toBeVisible();
    write('Rate in %', '100.5');
    await save();
    expect(await dialog().findByText('rate must be from 0 to 100')).toBeVisible();
    write('Rate in %', '8.8751');
    await userEvent.click(dialog().getByRole('checkbox', { name: 'On core charge' }));
    await save();
    await closed();
    expect(sent()[0]?.taxRates[1]).toEqual({
      country: 'US',
      region: 'OH',
      millionths: 88_751,
      onShipping: true,
      onCore: true,
    });
    expect(sent()[0]?.shippingMethods).toHaveLength(2);
  });

  it('have one place each, with a region of its country', async () => {
    const { sent } = open(someRates());
    await choose('Ohio, United States', 'Copy');
    await save();
    expect(await dialog().findByText('this place already has a tax')).toBeVisible();
    await userEvent.selectOptions(dialog().getByLabelText('State or province'), 'OH');
    await userEvent.selectOptions(dialog().getByLabelText('Country'), 'Canada');
    expect(dialog().getByLabelText('State or province')).toHaveValue('');
    await userEvent.selectOptions(dialog().getByLabelText('State or province'), 'ON Ontario');
    await save();
    await closed();
    expect(sent()[0]?.taxRates[2]).toMatchObject({ country: 'CA', region: 'ON' });
    expect(notify.success).toHaveBeenCalledWith('Tax added');
  });

  it('may apply to postal code prefixes', async () => {
    const { sent } = open(someRates());
    await choose('Ohio, United States', 'Copy');
    await userEvent.selectOptions(dialog().getByLabelText('Country'), 'Spain');
    write('Postal codes that begin with', '35, 38%');
    await save();
    expect(await dialog().findByText(/^postal codes must be prefixes/)).toBeVisible();
    write('Postal codes that begin with', '35, 3 5');
    await save();
    expect(await dialog().findByText(/must not repeat a prefix/)).toBeVisible();
    write('Postal codes that begin with', ' 35,38 ');
    await save();
    await closed();
    expect(sent()[0]?.taxRates[2]).toMatchObject({ country: 'ES', postalPrefixes: ['35', '38'] });
    expect(await screen.findByText('postal codes 35, 38')).toBeVisible();
  });

  it('show server errors under their fields', async () => {
    const field = 'taxRates[2].region';
    const message = `${field} is duplicated`;
    const fields = [{ field, code: 'repeated' as const, message }];
    open(someRates(), (call) =>
      call.method === 'PUT' ? json(aProblem(409, 'fields_refused', { fields }), 409) : null,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Add tax' }));
    await userEvent.selectOptions(dialog().getByLabelText('Country'), 'Germany');
    await userEvent.type(dialog().getByLabelText('Region'), 'Bayern');
    write('Rate in %', '19');
    await save();
    expect(await dialog().findByText('region is duplicated')).toBeVisible();
    expect(dialog().getByLabelText('Region')).toHaveFocus();
  });

  it('are deleted after a confirmation that names them', async () => {
    const { sent } = open(someRates());
    await choose('Ohio, United States', 'Delete');
    expect(dialog().getByText('Ohio, United States')).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    await closed();
    expect(sent()[0]?.taxRates).toHaveLength(1);
    expect(notify.success).toHaveBeenCalledWith('Tax deleted');
  });
});

describe('trying an address', () => {
  const tryOut = async () => {
    await userEvent.selectOptions(await screen.findByLabelText('State or province'), 'OH');
    await userEvent.type(screen.getByLabelText('Weight in kg'), '11.8');
    await userEvent.type(screen.getByLabelText('Goods in $'), '276');
    await userEvent.click(screen.getByRole('button', { name: 'Try' }));
  };

  it('shows each method, the tax and the total with the cheapest', async () => {
    const { calls } = open(someRates(), ({ method }) =>
      method === 'POST' ? json(someTriedRates()) : null,
    );
    await userEvent.type(await screen.findByLabelText('Core charge in $'), '90');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Dangerous goods' }));
    await tryOut();
    expect(await screen.findByText('Total with Ground')).toBeVisible();
    const [call] = calls.filter(({ method }) => method === 'POST');
    expect(call?.path).toBe('/rates/trials');
    expect(JSON.parse(call?.body ?? '')).toEqual({
      country: 'US',
      region: 'OH',
      grams: 11_800,
      hazmat: true,
      goods: 276,
      cores: 90,
    });
    expect(screen.getByText('not offered: does not ship to this country')).toBeVisible();
    const tried = screen.getByRole('heading', { name: 'Ohio, United States' }).parentElement;
    const line = (label: string) => within(tried ?? document.body).getByText(label).nextSibling;
    expect(line('Truck')).toHaveTextContent('$96.08');
    // The tax on the goods, plus $1.38 on shipping.
    expect(line('Tax, Ohio 5.75%')).toHaveTextContent('$17.25');
    expect(line('Total with Ground')).toHaveTextContent('$407.31');
  });

  it('tries again as soon as a change is saved', async () => {
    let tried = someTriedRates();
    const { calls } = open(someRates(), ({ method }) => (method === 'POST' ? json(tried) : null));
    await tryOut();
    expect(await screen.findByText('Total with Ground')).toBeVisible();
    tried = someTriedRates({ shipping: [{ method: 'a', name: 'Truck', price: 96.08 }] });
    await choose('Ground', 'Switch off');
    expect(await screen.findByText('Total with Truck')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('reports when no method delivers there', async () => {
    const refused = [{ method: 'a', name: 'Ground', refused: 'carries at most 30 kg' }];
    open(someRates(), ({ method }) =>
      method === 'POST' ? json(someTriedRates({ shipping: refused })) : null,
    );
    await tryOut();
    expect(await screen.findByText(/^No shipping method delivers this order there/)).toBeVisible();
    expect(screen.queryByText(/^Total/)).toBeNull();
  });

  it('charges nothing for shipping while no method is on', async () => {
    const shipping = [{ method: truck.id, name: 'Truck', refused: 'switched off' }];
    open(someRates({ shippingMethods: [truck], taxRates: [] }), ({ method }) =>
      method === 'POST'
        ? json(someTriedRates({ shipping, millionths: 0, tax: 0, onShipping: false }))
        : null,
    );
    await tryOut();
    const total = await screen.findByText('Total');
    expect(total.nextSibling).toHaveTextContent('$276');
    expect(screen.getByText('No tax there')).toBeVisible();
  });

  it('requires a state where the shop does, and shows errors under their fields', async () => {
    const fields = [
      { field: 'grams', code: 'out_of_range' as const, message: 'grams is too much' },
    ];
    const { calls } = open(someRates({ shippingMethods: [aMethod()] }), ({ method }) =>
      method === 'POST' ? json(aProblem(422, 'invalid_fields', { fields }), 422) : null,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Try' }));
    expect(await screen.findByText('state or province is required')).toBeVisible();
    expect(screen.getByText('goods is required')).toBeVisible();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await tryOut();
    expect(await screen.findByText('weight is too much')).toBeVisible();
    expect(screen.getByLabelText('Weight in kg')).toHaveFocus();
  });
});
