import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { formatDateTime } from '../../../lib/date-time';
import { inserted } from '../../../testing/fixtures';
import { json } from '../../../testing/test-shop';
import { fill, HELD_UNTIL, open, place } from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

const total = () => screen.getByText('Total');

describe('the order form', () => {
  it('is replaced by the placed order, so that two clicks do not place two orders', async () => {
    // Responds after both clicks; otherwise the response could arrive between them.
    let respond: (response: Response) => void = () => undefined;
    const response = new Promise<Response>((resolve) => {
      respond = resolve;
    });
    const orders = open(() => response);
    await fill();
    await userEvent.dblClick(place());
    respond(json(inserted('order-1')));
    const payNow = await screen.findByRole('link', { name: 'Pay now' });
    expect(payNow).toHaveFocus();
    expect(payNow).toHaveAccessibleDescription(
      'Your order is placed and the parts are reserved for you.',
    );
    expect(payNow).toHaveClass('btn-primary');
    expect(payNow).toHaveAttribute('href', '/payment/order-1');
    expect(screen.queryByRole('button', { name: 'PLACE ORDER' })).toBeNull();
    expect(orders()).toHaveLength(1);

    const confirmation = within(screen.getByRole('region', { name: 'Order placed' }));
    expect(await confirmation.findByText('AP-7KQD-M2XW')).toBeVisible();
    expect(confirmation.getByText(/^Reserved for you until/)).toHaveTextContent(
      `Reserved for you until ${formatDateTime(HELD_UNTIL)}.`,
    );
    expect(confirmation.getByText('Total').parentElement).toHaveTextContent('Total$385');
    expect(confirmation.getByRole('listitem')).toHaveTextContent('Alternator10 × $38.50$385');
    expect(confirmation.getByRole('link', { name: 'See your order' })).toHaveAttribute(
      'href',
      '/dashboard/orders/order-1',
    );
  });

  it('comes back for another order, with a new idempotency key', async () => {
    const orders = open(() => json(inserted('order-1')));
    await fill('12');
    await userEvent.click(place());
    const again = await screen.findByRole('link', { name: 'Order again' });
    expect(again).toHaveAttribute('href', '/purchase/part-1');
    await userEvent.click(again);
    expect(screen.getByLabelText('Quantity')).toHaveFocus();
    expect(screen.getByLabelText('Quantity')).toHaveValue(null);
    expect(screen.getByLabelText('Address')).toHaveValue('12 Harbor Street');
    await userEvent.click(place());
    await screen.findByRole('link', { name: 'Pay now' });
    const keys = orders().map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('has no total for an invalid quantity', async () => {
    open(() => json({}));
    await fill('9');
    expect(screen.getByText('9 × $38.50')).toBeVisible();
    await userEvent.click(place());
    expect(await screen.findByText('At least 10: enter 10 to 7500.')).toBeVisible();
    expect(total()).toBeVisible();
    expect(screen.queryByText(/\$346/)).toBeNull();
    await userEvent.clear(screen.getByLabelText('Quantity'));
    await userEvent.type(screen.getByLabelText('Quantity'), '12');
    expect(screen.getByText('12 × $38.50')).toBeVisible();
  });
});
