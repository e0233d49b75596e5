import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { inserted } from '../../../testing/fixtures';
import { json } from '../../../testing/test-shop';
import { fill, open, place } from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

const total = () => screen.getByText('Total');

describe('the order form', () => {
  it('leads on to paying once the order is placed', async () => {
    let orders = 0;
    open(() => json(inserted(`order-${(orders += 1)}`)));
    await fill();
    expect(place()).toHaveClass('btn-primary');
    await userEvent.click(place());
    const payNow = await screen.findByRole('link', { name: 'Pay now' });
    expect(payNow).toHaveFocus();
    expect(payNow).toHaveAccessibleDescription(
      'Your order is placed and the parts are reserved for you.',
    );
    // One loud button at a time: the next order is not what comes next.
    expect(payNow).toHaveClass('btn-primary');
    expect(place()).not.toHaveClass('btn-primary');

    await userEvent.click(place());
    await waitFor(() => {
      expect(screen.getByRole('link', { name: 'Pay now' })).toHaveAttribute(
        'href',
        '/payment/order-2',
      );
    });
    expect(screen.getByRole('link', { name: 'Pay now' })).toHaveFocus();
  });

  it('has no total for a quantity that is refused', async () => {
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
