import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { json, problem, renderScreen, serve, type Call } from '../../testing/test-shop';
import { VehiclePicker } from './vehicle-picker';
import { VehicleSteps } from './vehicle-steps';

const named = (...names: [string, string][]) => json(names.map(([id, name]) => ({ id, name })));

/** A shop with parts for two cars. */
function vehicles({ path, query }: Call): Response {
  switch (path) {
    case '/vehicles/years':
      return json([2018, 2017]);
    case '/vehicles/makes':
      return query.get('year') === '2018'
        ? named(['honda', 'Honda'], ['ford', 'Ford'])
        : named(['ford', 'Ford']);
    case '/vehicles/models':
      return query.get('make') === 'honda'
        ? named(['honda/civic', 'Civic'])
        : named(['ford/f-150', 'F-150']);
    default:
      return named(['2.0l-l4-gas', '2.0L L4']);
  }
}

function open(answer: (call: Call) => Response | Promise<Response> = vehicles) {
  const calls = serve(answer);
  const onChoose = vi.fn();
  renderScreen(<VehiclePicker onChoose={onChoose} onBegin={() => undefined} />, {
    path: '/',
    at: '/',
  });
  return { calls, onChoose };
}

const step = (name: string) => screen.getByRole('combobox', { name });
const pick = async (name: string, option: string) => {
  await screen.findByRole('option', { name: option });
  await userEvent.selectOptions(step(name), option);
};
const show = () => screen.getByRole('button', { name: 'Show parts' });

describe('the steps of the picker', () => {
  it('yield a car’s key and name, each step after the previous one', async () => {
    const { calls, onChoose } = open();
    expect(step('Make')).toBeDisabled();
    await pick('Year', '2018');
    expect(step('Model')).toBeDisabled();
    await pick('Make', 'Honda');
    await pick('Model', 'Civic');
    await pick('Engine', '2.0L L4');
    await userEvent.click(show());
    expect(onChoose).toHaveBeenCalledWith({
      id: '2018/honda/civic/2.0l-l4-gas',
      car: '2018 Honda Civic',
      engine: '2.0L L4',
    });
    expect(calls.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/vehicles/years?',
      '/vehicles/makes?year=2018',
      '/vehicles/models?year=2018&make=honda',
      '/vehicles/engines?year=2018&model=honda%2Fcivic',
    ]);
  });

  it('do not require an engine', async () => {
    const { onChoose } = open();
    await pick('Year', '2018');
    await pick('Make', 'Honda');
    expect(show()).toBeDisabled();
    await pick('Model', 'Civic');
    await waitFor(() => {
      expect(step('Engine')).toHaveDisplayValue("I don't know my engine");
    });
    await userEvent.click(show());
    expect(onChoose).toHaveBeenCalledWith({ id: '2018/honda/civic', car: '2018 Honda Civic' });
  });

  it('are cleared when an earlier step changes', async () => {
    open();
    await pick('Year', '2018');
    await pick('Make', 'Honda');
    await pick('Model', 'Civic');
    await pick('Year', '2017');
    expect(step('Make')).toHaveValue('');
    expect(step('Model')).toHaveValue('');
    expect(show()).toBeDisabled();
  });

  it('keep the selection when one of them does not load', async () => {
    let broken = true;
    open((call) =>
      call.path === '/vehicles/models' && broken ? problem(503, 'unavailable') : vehicles(call),
    );
    await pick('Year', '2018');
    await pick('Make', 'Honda');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /The models did not load\..*Your choices so far are kept\./,
    );
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pick('Model', 'Civic');
    expect(step('Make')).toHaveValue('honda');
  });

  it('report when no parts are listed by car', async () => {
    open(() => json([]));
    expect(await screen.findByText(/No parts are listed by car yet/)).toBeVisible();
  });
});

describe('a VIN', () => {
  const type = async (vin: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Use your VIN' }));
    await userEvent.type(await screen.findByLabelText('VIN'), vin);
  };

  it('fills in year and make, and is not sent anywhere', async () => {
    const { calls } = open();
    await screen.findByRole('option', { name: '2018' });
    await type('1HGFC2F59JA000000');
    await waitFor(() => {
      expect(step('Year')).toHaveValue('2018');
    });
    await waitFor(() => {
      expect(step('Make')).toHaveValue('honda');
    });
    expect(JSON.stringify(calls)).not.toContain('1HGFC2F59');
    expect(JSON.stringify(localStorage)).not.toContain('1HGFC2F59');
  });

  it('is applied even if it was read before the years loaded', async () => {
    let load: (value?: unknown) => void = () => undefined;
    const loaded = new Promise((resolve) => {
      load = resolve;
    });
    open(async (call) => {
      if (call.path === '/vehicles/years') await loaded;
      return vehicles(call);
    });
    await type('1HGFC2F59JA000000');
    expect(screen.queryByText(/No parts are listed/)).toBeNull();
    load();
    await waitFor(() => {
      expect(step('Make')).toHaveValue('honda');
    });
    expect(step('Year')).toHaveValue('2018');
  });

  it('with two possible years lets the visitor choose', async () => {
    open((call) => (call.path === '/vehicles/years' ? json([2016, 1986]) : vehicles(call)));
    await type('4DRBUC2N9GB000001');
    expect(
      await screen.findByText('This VIN can mean model year 2016 or 1986. Choose one:'),
    ).toBeVisible();
    expect(step('Year')).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: '1986' }));
    expect(step('Year')).toHaveValue('1986');
    expect(screen.getByText('Model year 1986. Choose the make.')).toBeVisible();
    expect(screen.getByLabelText('VIN')).toHaveFocus();
  });

  it('fills in a make that can be cleared', async () => {
    open();
    await screen.findByRole('option', { name: '2018' });
    await type('1HGFC2F59JA000000');
    await waitFor(() => {
      expect(step('Make')).toHaveValue('honda');
    });
    await userEvent.selectOptions(step('Make'), '');
    expect(step('Make')).toHaveValue('');
    expect(step('Year')).toHaveValue('2018');
    expect(screen.getByText('Model year 2018. Choose the make.')).toBeVisible();
  });

  it('with two possible years uses the one with parts, and names the other', async () => {
    open((call) => (call.path === '/vehicles/years' ? json([2018, 2016]) : vehicles(call)));
    await type('4DRBUC2N9GB000001');
    expect(
      await screen.findByText('This VIN can also mean 1986, for which no parts are listed.'),
    ).toBeVisible();
    expect(step('Year')).toHaveValue('2016');
  });

  it('with a wrong check digit also shows a warning at the next step', async () => {
    serve(vehicles);
    renderScreen(<VehicleSteps onChoose={() => undefined} />, { path: '/', at: '/' });
    await type('1HGFC2F50JA000000');
    expect(await screen.findByRole('heading', { name: 'Choose the model' })).toBeVisible();
    expect(screen.getByText(/^The check digit does not match/)).toBeVisible();
  });

  it('that is incomplete shows an error on Enter, and not before', async () => {
    open();
    await type('1HGFC2F5');
    expect(screen.queryByText(/this has 8/)).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('A VIN has 17 letters and digits; this has 8.')).toBeVisible();
  });

  it('of a year without parts clears the fields that the previous VIN filled in', async () => {
    open();
    await screen.findByRole('option', { name: '2018' });
    await type('1HGFC2F59JA000000');
    await waitFor(() => {
      expect(step('Make')).toHaveValue('honda');
    });
    const field = screen.getByLabelText('VIN');
    await userEvent.clear(field);
    await userEvent.type(field, '1HGFC2F59GA000000');
    expect(screen.getByText(/^Model year 2016. No parts are listed/)).toBeVisible();
    expect(step('Year')).toHaveValue('');
    expect(step('Make')).toHaveValue('');
  });

  it('with invalid characters shows an error', async () => {
    open();
    await type('1HGFC2F59JA00000O');
    expect(screen.getByText('A VIN has digits and letters, but never I, O or Q.')).toBeVisible();
    expect(step('Year')).toHaveValue('');
  });
});
