import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';

async function show(seller: object) {
  vi.doMock('../lib/config', () => ({ knownConfig: { seller } }));
  const [{ Footer }, { store }] = await Promise.all([import('./footer'), import('./store')]);
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Footer />
      </MemoryRouter>
    </Provider>,
  );
}

beforeEach(() => {
  vi.resetModules();
});

it('links to the phone number, the email address and the pages of the seller', async () => {
  await show({
    name: 'Vale Parts',
    address: ['1 Mill Road', 'Ely'],
    phone: '+44 (0)1353 555-014',
    email: 'parts@vale.example',
    links: ['https://www.youtube.com/@vale', 'https://instagram.com/vale'],
  });
  expect(screen.getByText('1 Mill Road')).toBeVisible();
  expect(screen.getByRole('link', { name: '+44 (0)1353 555-014' })).toHaveAttribute(
    'href',
    'tel:+441353555014',
  );
  expect(screen.getByRole('link', { name: 'parts@vale.example' })).toHaveAttribute(
    'href',
    'mailto:parts@vale.example',
  );
  const networks = screen.getAllByRole('link', { name: /^(YouTube|Instagram|Facebook|LinkedIn)$/ });
  expect(networks.map((link) => link.getAttribute('href'))).toEqual([
    'https://www.youtube.com/@vale',
    'https://instagram.com/vale',
  ]);
  expect(screen.getByText('© 2026 Vale Parts')).toBeVisible();
});

it('shows only the name of a seller without an address', async () => {
  await show({ name: 'Vale Parts', address: [], links: [] });
  expect(screen.getByRole('heading', { name: 'Head office' })).toBeVisible();
  expect(screen.getByText('Vale Parts')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Follow us' })).toBeNull();
});
