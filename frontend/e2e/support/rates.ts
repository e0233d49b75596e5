/**
 * Shipping methods and taxes. The tests share a shop without extra charges; a test that sets rates
 * resets them.
 */
import type { Page } from '@playwright/test';
import type { Rates } from '../../src/api/contract/generated-types';
import { callAs } from './calls';

/**
 * Sets the shop's shipping methods and taxes as an admin does; without any, the shop has no extra
 * charges.
 */
export async function setRates(adminPage: Page, rates: object = {}): Promise<void> {
  const { revision } = await callAs<Rates>(adminPage, 'GET', '/rates');
  const nothing = { shippingMethods: [], taxRates: [] };
  await callAs(adminPage, 'PUT', '/rates', { ...nothing, ...rates, revision });
}

/** A shipping method within the United States. */
export const aWay = (name: string, base: number, days: [number, number]) => ({
  name,
  base,
  perKilogram: 0,
  daysFrom: days[0],
  daysTo: days[1],
  countries: ['US'],
  takesHazmat: true,
  active: true,
});

/** A tax of 5.5 % on goods that go to Maine. */
export const TAX_IN_MAINE = {
  country: 'US',
  region: 'ME',
  millionths: 55_000,
  onShipping: false,
  onCore: false,
};
