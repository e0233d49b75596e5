import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { vehicleChosen } from '../../lib/vehicle/vehicle-slice';
import { CIVIC, marta } from '../../testing/fixtures';
import { json, renderScreen, serve, testStore } from '../../testing/test-shop';
import { GaragePage } from './garage-page';

const FORD = { id: '2016/ford/f-150', car: '2016 Ford F-150' };
const HONDA = { id: CIVIC.id, car: CIVIC.name };

function open(person: typeof marta | null = null, vehicles = [FORD, HONDA]) {
  serve(() => json([]));
  const store = testStore(person);
  for (const vehicle of vehicles) store.dispatch(vehicleChosen(vehicle));
  renderScreen(<GaragePage />, { path: '/garage', at: '/garage', person, store });
  return store;
}

describe('My Garage', () => {
  it('shows the selected car, and lets another be selected', async () => {
    const store = open();
    const honda = screen.getByText(CIVIC.name).closest('li') as HTMLElement;
    expect(within(honda).getByText('Your current car')).toBeVisible();
    await userEvent.click(
      screen.getByRole('button', { name: 'Shop for this car: 2016 Ford F-150' }),
    );
    expect(store.getState().garage.chosen).toBe(FORD.id);
    expect(screen.getByText('Room for 18 more cars.')).toBeVisible();
  });

  it('removes a car and keeps the focus', async () => {
    const store = open();
    await userEvent.click(screen.getByRole('button', { name: `Remove ${CIVIC.name}` }));
    expect(store.getState().garage).toMatchObject({ chosen: null, vehicles: [FORD] });
    expect(screen.getByRole('button', { name: 'Add a car' })).toHaveFocus();
  });

  it('tells a visitor without an account that it stays in this browser', () => {
    open();
    expect(screen.getByText(/Saved in this browser only/)).toBeVisible();
  });

  it('does not tell a member that', () => {
    open(marta);
    expect(screen.queryByText(/Saved in this browser only/)).toBeNull();
  });

  it('shows when it is full', () => {
    const many = Array.from({ length: 21 }, (_, at) => ({ id: `2018/make-${at}/model` }));
    const store = open(null, many as (typeof HONDA)[]);
    expect(store.getState().garage.vehicles).toHaveLength(20);
    expect(screen.getByText(/Your garage is full/)).toBeVisible();
  });

  it('adds a car step by step', async () => {
    open(null, []);
    expect(screen.getByText(/No car yet/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add a car' }));
    expect(await screen.findByRole('heading', { name: 'Choose the year' })).toBeVisible();
  });
});
