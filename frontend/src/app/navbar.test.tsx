import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation, type Location } from 'react-router-dom';
import { expect, it } from 'vitest';
import { cartEdited } from '../lib/cart/cart-slice';
import { gina, idOf } from '../testing/fixtures';
import { comeAsGuest, renderScreen, testStore } from '../testing/test-shop';
import { Navbar } from './navbar';

function Here() {
  const here: Location<unknown> = useLocation();
  return <p>{`${here.pathname} ${JSON.stringify(here.state)}`}</p>;
}

const screens = (
  <>
    <Navbar />
    <Here />
  </>
);
const signIn = () => userEvent.click(screen.getByText('Sign in'));

it('remembers the visitor’s page when they sign in, even after two clicks', async () => {
  renderScreen(screens, { path: '*', at: '/shop?q=filter' });
  for (let times = 0; times < 2; times += 1) {
    await signIn();
    const here = screen.getByText(/^\/signin /).textContent;
    expect(here).toContain('"pathname":"/shop","search":"?q=filter"');
  }
});

it('links to the cart and counts its lines', () => {
  const store = renderScreen(screens, { path: '*', at: '/' });
  expect(screen.getByText('Cart').closest('a')).toHaveAttribute('href', '/cart');
  act(() => {
    store.dispatch(
      cartEdited([
        { part: idOf(1), quantity: 10 },
        { part: idOf(2), quantity: 4 },
      ]),
    );
  });
  expect(screen.getByText('Cart (2)').closest('a')).toHaveAttribute('href', '/cart');
});

it('links guests to their orders and lets them sign in', () => {
  const store = testStore();
  comeAsGuest(store, gina);
  renderScreen(screens, { path: '*', at: '/', store });
  expect(screen.getByText('My Orders')).toHaveAttribute('href', '/my-order');
  expect(screen.getByText('Sign in')).toHaveAttribute('href', '/signin');
  expect(screen.queryByText('Dashboard')).toBeNull();
});
