import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Verdict } from '../../api/contract/generated-types';
import type { CartLine } from '../../lib/cart/cart-storage';
import { aQuote, aQuotedLine, aVerdict, CIVIC, idOf } from '../../testing/fixtures';
import { json, renderScreen, serve } from '../../testing/test-shop';
import { CartPage } from './cart-page';

const notify = vi.hoisted(() => ({ info: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const FOR_CIVIC = { part: idOf(1), quantity: 10, vehicle: CIVIC.id };
const NOT_LISTED = aVerdict({ verdict: 'does_not_fit' });
const CHECKED = aVerdict({
  verdict: 'fits_if',
  anyOf: [
    {
      conditions: [
        { id: 'c-1', words: 'With A/C' },
        { id: 'c-2', words: 'Not for taxis' },
      ],
    },
    { engine: { id: '2.0l-l4-gas', name: '2.0L L4' }, conditions: [] },
  ],
});

/**
 * The cart of a shop that gives `verdict` for each line with a car; null if it does not know the
 * car.
 */
function open(verdict: Verdict | null, lines: CartLine[] = [FOR_CIVIC]) {
  localStorage.setItem('cart', JSON.stringify(lines));
  serve(({ body }) => {
    const requested = (JSON.parse(body) as { lines: CartLine[] }).lines;
    return json(
      aQuote(
        ...requested.map(({ part, quantity, vehicle }) =>
          aQuotedLine({
            part,
            quantity,
            ...(vehicle !== undefined &&
              verdict && { fit: { vehicle: CIVIC, verdict, confirmed: false } }),
          }),
        ),
      ),
    );
  });
  return renderScreen(
    <CartPage
      carChooser={({ vehicle, onChoose }) => (
        <button
          type="button"
          onClick={() => {
            onChoose('2015/ford/f-150');
          }}
        >
          {vehicle ?? 'none'}
        </button>
      )}
    />,
    { path: '/cart', at: '/cart' },
  );
}

const line = () => screen.findByRole('listitem', { name: 'Alternator' });
const needsLook = () => screen.queryByText(/One item needs your attention/);
/** There are two: one next to the totals, and one that only phones show. */
const checkout = () => {
  const [first] = screen.getAllByRole('link', { name: 'Checkout' });
  if (!first) throw new Error('there is no way to the checkout');
  return first;
};

describe('a line of the cart for a car', () => {
  it.each(['fits', 'universal', 'unknown'] as const)(
    'can be checked out when its part is %s',
    async (verdict) => {
      open(aVerdict({ verdict }));
      expect(within(await line()).queryByRole('checkbox')).toBeNull();
      expect(needsLook()).toBeNull();
      await userEvent.click(checkout());
      expect(screen.getByText('now at /checkout')).toBeVisible();
    },
  );

  it('is blocked when its part is not listed for the car, until that is confirmed', async () => {
    open(NOT_LISTED);
    const row = within(await line());
    expect(row.getByText("Doesn't fit your 2018 Honda Civic")).toBeVisible();
    expect(row.getByRole('link', { name: 'Parts that fit this car' })).toHaveAttribute(
      'href',
      '/shop?vehicle=2018%2Fhonda%2Fcivic',
    );
    await userEvent.click(checkout());
    expect(await line()).toHaveFocus();
    expect(notify.info).toHaveBeenCalledWith(
      'Alternator needs your attention before you can check out.',
    );
    await userEvent.click(
      row.getByRole('checkbox', { name: 'I know that it is not listed for my car' }),
    );
    expect(needsLook()).toBeNull();
    await userEvent.click(checkout());
    expect(screen.getByText('now at /checkout')).toBeVisible();
  });

  it('requires all conditions of one alternative', async () => {
    open(CHECKED);
    const row = within(await line());
    expect(row.getAllByRole('group').map((group) => group.textContent)).toEqual([
      'It fits if all of these are true: AlternatorWith A/CNot for taxis',
      'Or if this is true: AlternatorMy car has the 2.0L L4 engine',
    ]);
    await userEvent.click(row.getByRole('checkbox', { name: 'With A/C' }));
    expect(needsLook()).toBeVisible();
    await userEvent.click(row.getByRole('checkbox', { name: 'Not for taxis' }));
    expect(needsLook()).toBeNull();
  });

  it('can switch from an unknown car to another one or none', async () => {
    const store = open(null);
    const row = within(await line());
    expect(row.getByText(/We no longer list the car chosen for this part/)).toBeVisible();
    expect(needsLook()).toBeVisible();
    await userEvent.click(row.getByRole('button', { name: /^Without a car/ }));
    expect(store.getState().cart.lines).toEqual([{ part: idOf(1), quantity: 10 }]);
    expect(needsLook()).toBeNull();
  });

  it('can be changed to another car', async () => {
    const store = open(aVerdict());
    await userEvent.click(within(await line()).getByRole('button', { name: CIVIC.id }));
    expect(store.getState().cart.lines).toEqual([{ ...FOR_CIVIC, vehicle: '2015/ford/f-150' }]);
  });
});
