import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { notify } from './notify';
import { ToastHost } from './toast-host';

it('shows no duplicate of a visible toast', async () => {
  render(<ToastHost />);
  notify.error('Minimum order 10 pieces');
  notify.error('Minimum order 10 pieces');
  notify.success('Order on progress');
  expect(await screen.findByText('Order on progress')).toBeVisible();
  expect(screen.getAllByText('Minimum order 10 pieces')).toHaveLength(1);
});

it('has a link, and shows only the newest of several with the same target', async () => {
  render(
    <MemoryRouter>
      <ToastHost />
    </MemoryRouter>,
  );
  const cart = { to: '/cart', label: 'View cart' };
  notify.success('Added to cart: Alternator, 10 pcs.', cart);
  expect(await screen.findByText(/^Added to cart: Alternator, 10 pcs\./)).toBeVisible();
  notify.success('Added to cart: Brake disc, 4 pcs.', cart);
  expect(await screen.findByText(/^Added to cart: Brake disc, 4 pcs\./)).toBeVisible();
  await waitFor(() => {
    expect(screen.getAllByRole('link', { name: 'View cart' })).toHaveLength(1);
  });
  expect(screen.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart');
});

it('closes once its link is followed', async () => {
  render(
    <MemoryRouter>
      <ToastHost />
    </MemoryRouter>,
  );
  notify.success('Added to cart: Coil, 2 pcs.', { to: '/carts', label: 'View cart' });
  await userEvent.click(await screen.findByRole('link', { name: 'View cart' }));
  await waitFor(() => {
    // Nothing is animated here, so the end of an animation has to be simulated.
    const words = screen.queryByText(/^Added to cart: Coil/);
    if (words) fireEvent.animationEnd(words);
    expect(screen.queryByText(/^Added to cart: Coil/)).toBeNull();
  });
});
