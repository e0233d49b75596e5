import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { json, renderScreen, serve, showNothing } from '../testing/test-shop';
import { VehicleBar } from './vehicle-bar';

beforeEach(showNothing);

it('opens the car picker on the first click, even if it still has to be loaded', async () => {
  serve(() => json([]));
  renderScreen(<VehicleBar />, { path: '/shop', at: '/shop' });
  await userEvent.click(screen.getByRole('button', { name: 'Choose your car' }));
  expect(await screen.findByRole('dialog', { name: 'Choose your car' })).toBeVisible();
});
