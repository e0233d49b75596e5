import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AgreedFit } from '../../../api/contract/generated-types';
import { anAgreedFit, anOrder, marta } from '../../../testing/fixtures';
import { json, renderScreen, serve } from '../../../testing/test-shop';
import { OrderPage } from './order-page';

const lineOf = (agreed?: AgreedFit, part = 'part-1') => ({
  part,
  product: `Alternator ${part}`,
  quantity: 10,
  unitPrice: 38.5,
  ...(agreed && { fit: agreed }),
});

function open(lines = [lineOf(anAgreedFit())], email = marta.email) {
  serve(() => json(anOrder({ lines, email, placedAt: '2026-03-07T12:30:00Z' })));
  return renderScreen(<OrderPage />, {
    path: '/dashboard/orders/:id',
    at: '/dashboard/orders/order-1',
    person: marta,
  });
}
const agreed = async () =>
  (await screen.findByText('For 2018 Honda Civic')).closest('.agreed-fit')?.textContent ?? '';

describe('the agreed fitment of a part and a car', () => {
  it.each<[string, Partial<AgreedFit>, RegExp]>([
    ['a part that fits', {}, /^Fits For 2018 Honda CivicAs of Mar 7, 2026/],
    ['its notes', { conditions: ['Sold in pairs'] }, /Notes: Sold in pairs/],
    [
      'confirmed conditions',
      { verdict: 'fits_if', conditions: ['With A/C', 'Not for taxis'], confirmed: true },
      /^Fits as confirmed .*You confirmed: With A\/C; Not for taxis/,
    ],
    [
      'a part that is not listed',
      { verdict: 'does_not_fit', confirmed: true },
      /^Not listed .*You confirmed that it is not listed for this car\./,
    ],
    ['a universal part', { verdict: 'universal' }, /^Universal part/],
    ['an unknown fit', { verdict: 'unknown' }, /^Fit not known/],
  ])('shows %s', async (_what, facts, words) => {
    open([lineOf(anAgreedFit(facts))]);
    expect(await agreed()).toMatch(words);
  });

  it('shows an admin who confirmed it', async () => {
    open([lineOf(anAgreedFit({ verdict: 'does_not_fit', confirmed: true }))], 'ada@garage.example');
    expect(await agreed()).toContain('The customer confirmed that it is not listed');
  });

  it('is not shown for a line without a car', async () => {
    open([lineOf()]);
    const lines = within(await screen.findByRole('region', { name: /1 part/ }));
    expect(lines.queryByText(/^For /)).toBeNull();
  });

  it('is reused as the car when the part is ordered again', async () => {
    open();
    expect(await screen.findByRole('link', { name: 'Order again' })).toHaveAttribute(
      'href',
      '/purchase/part-1?quantity=10&vehicle=2018%2Fhonda%2Fcivic',
    );
  });

  it('is kept when several parts are ordered again', async () => {
    const store = open([lineOf(anAgreedFit()), lineOf(undefined, 'part-2')]);
    await userEvent.click(await screen.findByRole('button', { name: 'Order again' }));
    expect(store.getState().cart.lines).toEqual([
      { part: 'part-1', quantity: 10, vehicle: '2018/honda/civic' },
      { part: 'part-2', quantity: 10 },
    ]);
  });
});
