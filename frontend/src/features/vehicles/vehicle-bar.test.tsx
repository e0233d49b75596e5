import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { vehicleChosen } from '../../lib/vehicle/vehicle-slice';
import { CIVIC } from '../../testing/fixtures';
import { json, renderScreen, serve, showNothing, testStore } from '../../testing/test-shop';
import { VehicleBar } from './vehicle-bar';

const FORD = { id: '2016/ford/f-150', car: '2016 Ford F-150' };
const HONDA = { id: CIVIC.id, car: CIVIC.name };

beforeEach(showNothing);

it('lets the visitor select the car of the page', async () => {
  serve(() => json([]));
  const store = testStore();
  store.dispatch(vehicleChosen(FORD));
  renderScreen(<VehicleBar shown={{ vehicle: HONDA, allParts: '/shop' }} />, {
    path: '/shop',
    at: '/shop',
    store,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Shop for this car' }));
  expect(store.getState().garage).toMatchObject({ chosen: HONDA.id, vehicles: [FORD, HONDA] });
  expect(screen.queryByRole('button', { name: 'Shop for this car' })).toBeNull();
  expect(screen.getByText(CIVIC.name)).toHaveFocus();
});
