/** Shared by the page's tests: rates as the server returns them, and a shop that saves them. */
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  Rates,
  RatesRequest,
  ShippingMethod,
  TaxRate,
  TriedRates,
} from '../../api/contract/generated-types';
import { idOf, marta } from '../../testing/fixtures';
import { type Call, json, renderScreen, serve } from '../../testing/test-shop';
import { RatesPage } from './rates-page';

export const aMethod = (facts: Partial<ShippingMethod> = {}): ShippingMethod => ({
  id: idOf(1),
  name: 'Ground',
  countries: ['US'],
  base: 9.9,
  perKilogram: 1.2,
  freeFrom: 250,
  maxGrams: 30_000,
  takesHazmat: true,
  daysFrom: 2,
  daysTo: 4,
  active: true,
  ...facts,
});

export const truck = aMethod({
  id: idOf(2),
  name: 'Truck',
  countries: [],
  base: 89,
  perKilogram: 0.6,
  freeFrom: undefined,
  maxGrams: undefined,
  takesHazmat: false,
  active: false,
});

export const aTax = (facts: Partial<TaxRate> = {}): TaxRate => ({
  country: 'US',
  region: 'OH',
  millionths: 57_500,
  onShipping: true,
  onCore: false,
  ...facts,
});

export const someRates = (facts: Partial<Rates> = {}): Rates => ({
  revision: 3,
  shippingMethods: [aMethod(), truck],
  taxRates: [aTax({ region: undefined, millionths: 0 }), aTax()],
  ...facts,
});

/** The shop's response to a rates test. */
export const someTriedRates = (facts: Partial<TriedRates> = {}): TriedRates => ({
  shipping: [
    { method: idOf(2), name: 'Truck', price: 96.08 },
    { method: idOf(1), name: 'Ground', price: 24.06 },
    { method: idOf(3), name: 'Canada', refused: 'does not ship to this country' },
  ],
  millionths: 57_500,
  tax: 15.87,
  onShipping: true,
  ...facts,
});

type Answer = (call: Call) => Response | Promise<Response> | null;

/** The requested rates, with the next revision. */
function savedAs({ revision, shippingMethods, taxRates }: RatesRequest): Rates {
  const methods = shippingMethods.map((method, position) => ({
    ...method,
    id: method.id ?? idOf(100 + position),
  }));
  return {
    revision: Number(revision) + 1,
    shippingMethods: methods as ShippingMethod[],
    taxRates: taxRates as TaxRate[],
  };
}

export const ratesIn = ({ body }: Call) => JSON.parse(body) as RatesRequest;

/**
 * Opens the page in a shop that stores what is saved.
 * @param answer takes precedence over the shop's own responses
 */
export function open(start: Rates, answer: Answer = () => null) {
  let rates = start;
  const calls = serve((call) => {
    const own = answer(call);
    if (own) return own;
    if (call.method === 'PUT') rates = savedAs(ratesIn(call));
    return json(rates);
  });
  renderScreen(<RatesPage />, { path: '/rates', at: '/rates', person: marta });
  return {
    calls,
    /** The requests to save. */
    sent: () => calls.filter(({ method }) => method === 'PUT').map(ratesIn),
    /** Another admin saves other rates. */
    changeElsewhere: (other: Rates) => {
      rates = other;
    },
  };
}

/** Chooses an item from a row's menu. */
export async function choose(row: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${row}` }));
  await userEvent.click(screen.getByRole('button', { name: action }));
}

export const dialog = () => within(screen.getByRole('dialog'));

/**
 * A field of the dialog, by its role: a search by label alone checks the labels of each of the 249
 * country checkboxes, which takes a second.
 */
export const textField = (name: string) => dialog().getByRole('textbox', { name });

export function write(name: string, text: string) {
  fireEvent.change(textField(name), { target: { value: text } });
}

export const save = () => userEvent.click(dialog().getByRole('button', { name: 'Save' }));
