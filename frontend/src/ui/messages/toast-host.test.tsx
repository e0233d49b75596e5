import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { notify } from './notify';
import { ToastHost } from './toast-host';

it('says nothing twice while it still stands', async () => {
  render(<ToastHost />);
  notify.error('Minimum order 10 pieces');
  notify.error('Minimum order 10 pieces');
  notify.success('Order on progress');
  expect(await screen.findByText('Order on progress')).toBeVisible();
  expect(screen.getAllByText('Minimum order 10 pieces')).toHaveLength(1);
});
