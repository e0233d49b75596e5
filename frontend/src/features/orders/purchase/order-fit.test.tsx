import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { NewOrder, Verdict } from '../../../api/contract/generated-types';
import { aVerdict, CIVIC, inserted } from '../../../testing/fixtures';
import { json, problem, type Call } from '../../../testing/test-shop';
import { fill, open, place, stranger } from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));
vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

const QUERY = `?vehicle=${encodeURIComponent(CIVIC.id)}`;
const NOT_LISTED = aVerdict({ verdict: 'does_not_fit' });
const AGREE = { name: 'I know that it is not listed for my car' };
const orderOf = (call?: Call) => JSON.parse(call?.body ?? '{}') as NewOrder;

/** A shop that gives `verdict` for the part and the car. */
const knows = (verdict: () => Verdict) => (call: Call) =>
  call.path === '/fits' ? json({ vehicle: CIVIC, verdicts: [verdict()] }) : stranger(call);
const placed = () => json(inserted('order-1'), 201);

describe('the order form of a part, for a car', () => {
  it('orders for the car, and offers the number of pieces that it needs', async () => {
    const needs = [{ pieces: 12, position: 'Front' }];
    const orders = open(
      placed,
      undefined,
      knows(() => aVerdict({ needs })),
      QUERY,
    );
    await fill();
    expect(await screen.findByText('Fits your 2018 Honda Civic')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Set quantity to 12' }));
    expect(screen.getByLabelText('Quantity')).toHaveValue(12);
    await userEvent.click(place());
    await screen.findByText('Order placed');
    expect(orderOf(orders()[0])).toMatchObject({ quantity: 12, vehicle: CIVIC.id });
    expect(orderOf(orders()[0])).not.toHaveProperty('confirmed');
  });

  it('is not sent before the conditions are confirmed', async () => {
    const orders = open(
      placed,
      undefined,
      knows(() => NOT_LISTED),
      QUERY,
    );
    await fill('10');
    await screen.findByText("Doesn't fit your 2018 Honda Civic");
    await userEvent.click(place());
    expect(await screen.findByText('Tick what applies, or order without a car.')).toBeVisible();
    expect(screen.getByRole('checkbox', AGREE)).toHaveFocus();
    expect(orders()).toHaveLength(0);
    await userEvent.click(screen.getByRole('checkbox', AGREE));
    await userEvent.click(place());
    await screen.findByText('Order placed');
    expect(orderOf(orders()[0])).toMatchObject({ vehicle: CIVIC.id, confirmed: ['not_listed'] });
  });

  it('can drop the car', async () => {
    const orders = open(
      placed,
      undefined,
      knows(() => NOT_LISTED),
      QUERY,
    );
    await fill('10');
    await userEvent.click(await screen.findByRole('button', { name: /^Order without a car/ }));
    await userEvent.click(place());
    await screen.findByText('Order placed');
    expect(orderOf(orders()[0])).not.toHaveProperty('vehicle');
  });

  it('reloads the fitment when it has changed', async () => {
    let verdict = aVerdict();
    const orders = open(
      () => {
        verdict = NOT_LISTED;
        return problem(409, 'fit_not_confirmed');
      },
      undefined,
      knows(() => verdict),
      QUERY,
    );
    await fill('10');
    await screen.findByText('Fits your 2018 Honda Civic');
    await userEvent.click(place());
    expect(
      await screen.findByText(/The fit information for your car has just changed/),
    ).toBeVisible();
    expect(await screen.findByRole('checkbox', AGREE)).toBeVisible();
    expect(orders()).toHaveLength(1);
  });

  it('requests nothing without a car', async () => {
    const orders = open(placed);
    await fill('10');
    expect(screen.queryByRole('group', { name: 'Does it fit?' })).toBeNull();
    await userEvent.click(place());
    await waitFor(() => {
      expect(orders()).toHaveLength(1);
    });
    expect(orderOf(orders()[0])).not.toHaveProperty('vehicle');
  });
});
