import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { CheckoutRequest, Verdict } from '../../../api/contract/generated-types';
import { aQuote, aVerdict, CIVIC, idOf, inserted } from '../../../testing/fixtures';
import { json, problem } from '../../../testing/test-shop';
import { alternators, fill, open, place } from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));
vi.mock('../../../lib/firebase/auth', () => ({ currentPerson: () => Promise.resolve(null) }));

const AT = `/checkout?part=${idOf(1)}&quantity=10&vehicle=${encodeURIComponent(CIVIC.id)}`;
const NOT_LISTED = aVerdict({ verdict: 'does_not_fit' });
const AGREE = { name: 'I know that it is not listed for my car' };

const quoteOf = (verdict: Verdict) =>
  json(aQuote({ ...alternators, fit: { vehicle: CIVIC, verdict, confirmed: false } }));
const linesOf = (body = '{}') => (JSON.parse(body) as CheckoutRequest).lines;

describe('the checkout of a part for a car', () => {
  it('orders it for that car', async () => {
    const { checkouts } = open(
      () => json(inserted('order-1'), 201),
      () => quoteOf(aVerdict()),
      { at: AT },
    );
    expect(await screen.findByText('Fits your 2018 Honda Civic')).toBeVisible();
    await fill();
    await userEvent.click(place());
    await screen.findByRole('heading', { name: 'Order placed' });
    expect(linesOf(checkouts()[0]?.body)).toEqual([
      { part: idOf(1), quantity: 10, vehicle: CIVIC.id },
    ]);
  });

  it('waits for the required confirmations, and sends them', async () => {
    const { checkouts } = open(
      () => json(inserted('order-1'), 201),
      () => quoteOf(NOT_LISTED),
      { at: AT },
    );
    await fill();
    expect(place()).toBeDisabled();
    expect(screen.getByText('Tick what applies to your car before you order.')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', AGREE));
    await userEvent.click(place());
    await screen.findByRole('heading', { name: 'Order placed' });
    expect(linesOf(checkouts()[0]?.body)).toEqual([
      { part: idOf(1), quantity: 10, vehicle: CIVIC.id, confirmed: ['not_listed'] },
    ]);
  });

  it('asks at the line when the fitment has changed', async () => {
    let verdict = aVerdict();
    const { checkouts } = open(
      () => {
        if (checkouts().length > 1) return json(inserted('order-1'), 201);
        verdict = NOT_LISTED;
        return problem(409, 'fit_not_confirmed');
      },
      () => quoteOf(verdict),
      { at: AT },
    );
    await fill();
    await userEvent.click(place());
    expect(await screen.findByText("Doesn't fit your 2018 Honda Civic")).toBeVisible();
    expect(place()).toBeDisabled();
    await userEvent.click(await screen.findByRole('checkbox', AGREE));
    await userEvent.click(place());
    await screen.findByRole('heading', { name: 'Order placed' });
    expect(linesOf(checkouts()[1]?.body)[0]?.confirmed).toEqual(['not_listed']);
  });

  it('does not order for a car that is no longer known', async () => {
    open(
      () => json({}),
      () => json(aQuote(alternators)),
      { at: AT },
    );
    await fill();
    expect(screen.getByText(/We no longer list the car chosen for this part/)).toBeVisible();
    expect(place()).toBeDisabled();
  });
});
