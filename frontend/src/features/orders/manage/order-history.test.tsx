import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { OrderEvent } from '../../../api/contract/generated-types';
import { marta } from '../../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../../testing/test-shop';
import { OrderHistory } from './order-history';

const at = '2026-03-07T12:00:00Z';
const EVENTS: OrderEvent[] = [
  { at, kind: 'placed', by: 'customer', amount: 90 },
  { at, kind: 'email_sent', by: 'shop', detail: 'Your order AP-7KQD-M2XW' },
  { at, kind: 'shipped', by: 'admin', admin: 'olga@example.com' },
  { at, kind: 'audited', action: 'ship_order', by: 'admin', detail: 'carrier: none → UPS' },
  { at, kind: 'refund_due', by: 'operator', amount: 12.5 },
];

function show(answer: () => Response) {
  const calls = serve(answer);
  renderScreen(<OrderHistory id="order-1" />, { path: '/', at: '/', person: marta });
  return calls;
}

const open = () => userEvent.click(screen.getByText('History'));

describe('the history of an order', () => {
  it('is loaded when it is opened, and names who did what', async () => {
    const calls = show(() => json(EVENTS));
    expect(calls).toHaveLength(0);
    await open();
    const list = await screen.findByRole('list', { name: 'History' });
    const items = within(list).getAllByRole('listitem');
    const day = 'Mar 7, 2026, [^,]+';
    for (const [index, words] of [
      `Placed \\$90${day}, by the customer`,
      `Email sentYour order AP-7KQD-M2XW${day}, by the shop`,
      `Shipped${day}, by olga@example.com`,
      `Shipped an ordercarrier: none → UPS${day}, by a former admin`,
      `Refund requested \\$12.50${day}, by the operator of the server`,
    ].entries()) {
      expect(items[index]).toHaveTextContent(new RegExp(`^${words}$`));
    }
    expect(calls.map(({ path }) => path)).toEqual(['/order/order-1/history']);
  });

  it('can be loaded again if that failed', async () => {
    let fails = true;
    show(() => (fails ? problem(503, 'unavailable') : json(EVENTS)));
    await open();
    expect(await screen.findByText('The history did not load')).toBeVisible();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Placed')).toBeVisible();
  });
});
