import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAgreedFit, anOrder, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { ShippingDocumentsPage } from './shipping-documents-page';

const coil = { part: 'part-2', product: 'Coil', quantity: 2, unitPrice: 9 };
const orders = [
  anOrder({ _id: 'o-1', number: 'AP-1111-1111' }),
  anOrder({
    _id: 'o-2',
    number: 'AP-2222-2222',
    shippingMethod: 'Ground',
    shipping: 18.4,
    destination: {
      recipient: 'North Garage',
      line1: '12 Harbor Street',
      city: 'Berlin',
      postalCode: '10115',
      country: 'DE',
    },
    lines: [coil, { part: 'part-1', product: 'Alternator', quantity: 3, unitPrice: 38.5 }],
  }),
  anOrder({ _id: 'o-3', number: 'AP-3333-3333', status: 'shipped' }),
  anOrder({
    _id: 'o-4',
    number: 'AP-4444-4444',
    paid: true,
    refundedAmount: 56.5,
    lines: [
      { ...coil, kept: 0 },
      { part: 'part-1', product: 'Alternator', quantity: 3, kept: 2, unitPrice: 38.5 },
    ],
  }),
  anOrder({
    _id: 'o-5',
    number: 'AP-5555-5555',
    lines: [
      {
        ...coil,
        fit: anAgreedFit({
          verdict: 'fits_if',
          conditions: ['With A/C', 'Not for taxis'],
          confirmed: true,
        }),
      },
      {
        ...coil,
        quantity: 1,
        fit: anAgreedFit({ name: '2016 Ford F-150', verdict: 'does_not_fit', confirmed: true }),
      },
      { part: 'part-1', product: 'Alternator', quantity: 3, unitPrice: 38.5, fit: anAgreedFit() },
    ],
  }),
];

const show = (query: string) => {
  serve(({ path }) => {
    const order = orders.find(({ _id }) => path === `/order/${_id}`);
    return order ? json(order) : problem(404, 'not_found');
  });
  renderScreen(<ShippingDocumentsPage />, {
    path: '/papers',
    at: `/papers?${query}`,
    person: marta,
  });
};

it('prints a packing slip for each order, without prices', async () => {
  show('print=slips&orders=o-1,o-2');
  const slip = within(await screen.findByRole('article', { name: 'Packing slip of AP-2222-2222' }));
  expect(slip.getByText(/12 Harbor Street\sBerlin, 10115\sGermany/)).toBeVisible();
  expect(slip.getByText('Ship by Ground')).toBeVisible();
  expect(slip.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PackedPartPieces',
    'Coil2',
    'Alternator3',
  ]);
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(screen.queryByText(/\$/)).toBeNull();
});

it('prints a picking list with each part once', async () => {
  show('print=picking&orders=o-1,o-2');
  const list = within(await screen.findByRole('article', { name: 'Picking list' }));
  expect(list.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FetchedPartForPieces',
    'AlternatorAP-1111-1111, AP-2222-222210 + 3 = 13',
    'CoilAP-2222-22222',
  ]);
});

it('omits shipped orders and refunded pieces from the picking list', async () => {
  show('print=picking&orders=o-1,o-3,o-4');
  const list = within(await screen.findByRole('article', { name: 'Picking list' }));
  expect(list.getByRole('heading', { name: 'Picking list for 2 orders' })).toBeVisible();
  expect(list.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'FetchedPartForPieces',
    'AlternatorAP-1111-1111, AP-4444-444410 + 2 = 12',
  ]);
  expect(list.getByText('1 order is left out: shipped or refunded already.')).toBeVisible();
});

it('shows when the picking list is empty', async () => {
  show('print=picking&orders=o-3');
  expect(await screen.findByText(/^1 order is left out/)).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
});

it('packing slips list the pieces that are sent', async () => {
  show('print=slips&orders=o-4');
  const slip = within(await screen.findByRole('article'));
  expect(slip.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PackedPartPieces',
    'Coil0',
    'Alternator2',
  ]);
});

it('packing slips show the car of each line and what was agreed about it', async () => {
  show('print=slips&orders=o-5');
  const slip = within(await screen.findByRole('article'));
  expect(slip.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PackedPartPieces',
    'CoilFor 2018 Honda Civic: With A/C; Not for taxis2',
    'CoilFor 2016 Ford F-150: not listed for it1',
    'AlternatorFor 2018 Honda Civic3',
  ]);
});

it('a picking list shows which order is for which car', async () => {
  show('print=picking&orders=o-2,o-5');
  const list = within(await screen.findByRole('article', { name: 'Picking list' }));
  const [, alternators, coils] = list.getAllByRole('row');
  const ordersIn = (row: HTMLElement | undefined) =>
    row && [...row.querySelectorAll('li')].map((order) => order.textContent);
  expect(ordersIn(alternators)).toEqual(['AP-2222-2222', 'AP-5555-5555For 2018 Honda Civic']);
  expect(ordersIn(coils)).toEqual([
    'AP-2222-2222',
    'AP-5555-5555For 2018 Honda Civic: With A/C; Not for taxis',
    'AP-5555-5555For 2016 Ford F-150: not listed for it',
  ]);
  expect(coils).toHaveTextContent(/2 \+ 2 \+ 1 = 5$/);
});

it('shows when there is nothing to print', async () => {
  show('print=slips');
  expect(await screen.findByRole('heading', { name: 'Nothing to print' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
});

it('shows when an order cannot be loaded', async () => {
  show('print=slips&orders=o-1,o-7');
  expect(await screen.findByRole('heading', { name: 'The orders did not load' })).toBeVisible();
});
