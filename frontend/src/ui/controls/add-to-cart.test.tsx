import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { vehicleChosen } from '../../lib/vehicle/vehicle-slice';
import { aPart, idOf } from '../../testing/fixtures';
import { renderScreen } from '../../testing/test-shop';
import { AddToCart } from './add-to-cart';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../messages/notify', () => ({ notify }));

const part = aPart({ _id: idOf(1), price: 38.5, minOrderQuantity: 10 });
const VIEW_CART = { to: '/cart', label: 'View cart' };

const open = (pieces?: () => number | null) =>
  renderScreen(<AddToCart part={part} pieces={pieces} named />, { path: '/', at: '/' });
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add to cart Alternator' }));

it('adds the minimum order, and confirms it with a link to the cart', async () => {
  const store = open();
  await add();
  expect(store.getState().cart).toEqual({ lines: [{ part: part._id, quantity: 10 }], edits: 1 });
  expect(notify.success).toHaveBeenCalledWith('Added to cart: Alternator, 10 pcs.', VIEW_CART);
  await add();
  expect(store.getState().cart.lines).toEqual([{ part: part._id, quantity: 20 }]);
  expect(notify.success).toHaveBeenLastCalledWith('Added to cart: Alternator, 20 pcs.', VIEW_CART);
});

it('adds it for the selected car, on its own line', async () => {
  const store = open();
  await add();
  const choose = (id: string) => store.dispatch(vehicleChosen({ id }));
  choose('2018/honda/civic');
  await add();
  choose('2015/volkswagen/golf');
  await add();
  choose('2018/honda/civic');
  await add();
  const line = { part: part._id, quantity: 10 };
  expect(store.getState().cart.lines).toEqual([
    line,
    { ...line, quantity: 20, vehicle: '2018/honda/civic' },
    { ...line, vehicle: '2015/volkswagen/golf' },
  ]);
  expect(notify.success).toHaveBeenLastCalledWith('Added to cart: Alternator, 20 pcs.', VIEW_CART);
});

it('adds the chosen quantity unless it is invalid', async () => {
  const chosen = [null, 25];
  const store = open(() => chosen.shift() ?? null);
  await add();
  expect(store.getState().cart.lines).toEqual([]);
  expect(notify.success).not.toHaveBeenCalled();
  await add();
  expect(store.getState().cart.lines).toEqual([{ part: part._id, quantity: 25 }]);
});

it('remembers the price that was shown, so that the cart can report a change', async () => {
  localStorage.setItem('cartPrices', JSON.stringify({ [part._id]: 12, [idOf(2)]: 3 }));
  open();
  await add();
  await waitFor(() => {
    expect(JSON.parse(localStorage.getItem('cartPrices') ?? '')).toEqual({
      [part._id]: 38.5,
      [idOf(2)]: 3,
    });
  });
});

it('reports when there is no room for another part', async () => {
  const full = Array.from({ length: 100 }, (_, number) => ({
    part: idOf(number + 100),
    quantity: 1,
  }));
  localStorage.setItem('cart', JSON.stringify(full));
  const store = open();
  await add();
  expect(store.getState().cart.lines).toEqual(full);
  expect(notify.error).toHaveBeenCalledWith('Your cart is full: it holds 100 parts.', VIEW_CART);
});
