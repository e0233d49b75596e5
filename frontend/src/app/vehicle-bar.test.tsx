import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { json, renderScreen, serve, showNothing } from '../testing/test-shop';
import { VehicleBar } from './vehicle-bar';

beforeEach(showNothing);

it('opens the choice of a car at the first press, whatever has to be fetched for it', async () => {
  serve(() => json([]));
  renderScreen(<VehicleBar />, { path: '/shop', at: '/shop' });
  await userEvent.click(screen.getByRole('button', { name: 'Choose your car' }));
  expect(await screen.findByRole('dialog', { name: 'Choose your car' })).toBeVisible();
});
