import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { BillingDocument, Order } from '../../../api/contract/generated-types';
import { orderOpened } from '../../../lib/session/order-links';
import { anInvoice, anOrder, anOrderRefund, marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { DocumentsPage } from './documents-page';

const PATH = '/dashboard/orders/:id/documents';
const paid: Partial<Order> = { paid: true, paidAt: '2026-11-22T09:30:00Z' };

function show(documents: BillingDocument[], order: Partial<Order> = paid, search = '') {
  serve(({ path }) => json(path.endsWith('/documents') ? documents : anOrder(order)));
  renderScreen(<DocumentsPage />, {
    path: PATH,
    at: `/dashboard/orders/order-1/documents${search}`,
    person: marta,
  });
}

const rows = (of: HTMLElement) =>
  within(of)
    .getAllByRole('row')
    .map((row) => Array.from(row.children, (cell) => cell.textContent));

const totals = (of: HTMLElement) =>
  Array.from(of.querySelectorAll('.orders-billing-totals > div'), ({ textContent }) => textContent);

it('prints an invoice with lines, charges, tax and total', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined);
  const line = {
    part: 'part-1',
    product: 'Alternator',
    quantity: 2,
    unitPrice: 100,
    core: 10,
    discount: 5,
    tax: 40.85,
    taxMillionths: 190_000,
  };
  show([anInvoice({ amount: 265.75, tax: 40.85 })], {
    ...paid,
    lines: [line],
    shipping: 9.9,
    shippingMethod: 'Ground',
    totalPrice: 265.75,
  });
  const invoice = await screen.findByRole('article', { name: 'Invoice INV-000001' });
  expect(within(invoice).getByText('Vale Parts')).toBeVisible();
  expect(within(invoice).getByText('Tax number 12-3456789')).toBeVisible();
  expect(within(invoice).getByText(/12 Harbor Street/)).toHaveTextContent(marta.email);
  expect(within(invoice).getByText('AP-7KQD-M2XW')).toBeVisible();
  expect(rows(invoice)).toEqual([
    ['Part', 'Pieces', 'Price', 'Core charge', 'Discount', 'Net'],
    ['Alternator', '2', '$100', '$20', '−$5', '$215'],
    ['Shipping: Ground', '$9.90'],
  ]);
  expect(totals(invoice)).toEqual(['Net$224.90', 'Tax 19%$40.85', 'Total$265.75']);
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
    'href',
    '/dashboard/orders/order-1',
  );
  expect(screen.queryByRole('navigation', { name: 'Documents of this order' })).toBeNull();
});

it('prints an invoice without tax or charges', async () => {
  show([anInvoice()]);
  const invoice = await screen.findByRole('article', { name: 'Invoice INV-000001' });
  expect(rows(invoice)).toEqual([
    ['Part', 'Pieces', 'Price', 'Net'],
    ['Alternator', '10', '$38.50', '$385'],
  ]);
  expect(totals(invoice)).toEqual(['Total$385']);
});

it('shows a credit note that names its invoice, its pieces and its reason', async () => {
  const creditNote = anInvoice({
    kind: 'credit_note',
    number: 'CN-000007',
    amount: 77,
    tax: 7,
    refund: anOrderRefund({ amount: 77, reason: 'returned' }),
    pieces: [
      { line: 1, product: 'Alternator', pieces: 2, coresOnly: false },
      { line: 1, product: 'Alternator', pieces: 1, coresOnly: true },
    ],
  });
  show([anInvoice(), creditNote]);
  await userEvent.click(await screen.findByRole('link', { name: 'Credit note CN-000007' }));
  const document = screen.getByRole('article', { name: 'Credit note CN-000007' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Credit note');
  expect(within(document).getByText('For invoice').parentElement).toHaveTextContent('INV-000001');
  expect(within(document).getByText('Pieces returned.')).toBeVisible();
  expect(rows(document)).toEqual([
    ['Part', 'Pieces'],
    ['Alternator', '2'],
    ['Alternator, core charge only', '1'],
  ]);
  expect(totals(document)).toEqual(['Net$70', 'Tax$7', 'Refunded$77']);
  expect(screen.queryByRole('article', { name: /^Invoice/ })).toBeNull();
});

it('opens the document named in the address', async () => {
  const creditNote = anInvoice({
    kind: 'credit_note',
    number: 'CN-000007',
    refund: anOrderRefund(),
  });
  show([anInvoice(), creditNote], paid, '?number=CN-000007');
  expect(await screen.findByRole('article', { name: 'Credit note CN-000007' })).toBeVisible();
});

it('says that an unpaid order has no invoice', async () => {
  show([], {});
  expect(await screen.findByRole('heading', { name: 'No invoice yet' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled();
});

it('opens for the holder of the order’s link', async () => {
  orderOpened('order-1', 'link-1', 'link-token');
  const calls = serve(({ path }) =>
    json(path.endsWith('/documents') ? [anInvoice()] : anOrder(paid)),
  );
  renderScreen(<DocumentsPage />, {
    path: '/my-order/:id/documents',
    at: '/my-order/order-1/documents',
  });
  expect(await screen.findByRole('article')).toBeVisible();
  const request = calls.find(({ path }) => path === '/order/order-1/documents');
  expect(request?.headers.get('authorization')).toBe('Bearer link-token');
  expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
    'href',
    '/my-order/order-1',
  );
});

it('reports what did not load, and that there is no such order', async () => {
  const answers = [problem(503, 'unavailable'), problem(404, 'not_found')];
  serve(({ path }) =>
    path.endsWith('/documents') ? (answers.shift() ?? json([])) : json(anOrder(paid)),
  );
  renderScreen(<DocumentsPage />, {
    path: PATH,
    at: '/dashboard/orders/order-1/documents',
    person: marta,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'There is no such order' })).toBeVisible();
});
