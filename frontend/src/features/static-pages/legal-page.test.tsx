import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';

async function show(name: 'contact' | 'returns' | 'terms' | 'privacy', config?: object) {
  vi.resetModules();
  vi.doMock('../../lib/config', () => ({ knownConfig: config }));
  const { LegalPage } = await import('./legal-page');
  render(
    <MemoryRouter>
      <LegalPage name={name} />
    </MemoryRouter>,
  );
}

const shop = {
  seller: {
    name: 'Vale Parts',
    address: ['1 Mill Road', 'Ely'],
    phone: '+44 (0)1353 555014',
    links: [],
  },
  promises: { shipping: 'Next day in Ely.', returnDays: 30 },
  identity: { mode: 'firebase' },
  payments: { mode: 'stripe' },
  mails: 'smtp',
};

describe('the legal pages', () => {
  afterEach(() => {
    vi.doUnmock('../../lib/config');
  });

  it('name the seller and the contact details', async () => {
    await show('contact', shop);
    expect(screen.getByText('Vale Parts')).toBeVisible();
    expect(screen.getByText('Ely')).toBeVisible();
    expect(screen.getByRole('link', { name: shop.seller.phone })).toHaveAttribute(
      'href',
      'tel:+441353555014',
    );
  });

  it('point to the feedback box when there is no other contact', async () => {
    await show('contact');
    expect(screen.getByText(/feedback box/)).toBeVisible();
  });

  it('promise what the settings specify', async () => {
    await show('returns', shop);
    expect(screen.getByRole('heading', { name: '30 days' })).toBeVisible();
    expect(screen.getByText(/^Send it back within 30 days/)).toHaveTextContent(
      'get your money back, unless the part’s page says otherwise.',
    );
    expect(screen.getByText(/^Some parts have other terms/)).toHaveTextContent(
      'They never limit returns of parts that do not fit, are wrong, damaged or not as described, nor your right of withdrawal.',
    );
  });

  it('do not promise in the terms that every part can be returned', async () => {
    await show('terms', shop);
    expect(screen.getByText(/^Send it back within 30 days/)).toHaveTextContent(
      'unless the part’s page says otherwise.',
    );
  });

  it('repeat the shipping promise in the terms', async () => {
    await show('terms', shop);
    expect(screen.getByText('Next day in Ely.')).toBeVisible();
  });

  it('list who receives which data, for a real shop and for a demo', async () => {
    await show('privacy', shop);
    expect(screen.getByText(/^Stripe processes your card payment/)).toBeVisible();
    expect(screen.getByText(/^Google Firebase/)).toBeVisible();
    expect(screen.getByText(/^A mail service/)).toBeVisible();
  });

  it('do not claim that a demo charges cards', async () => {
    await show('privacy', {
      ...shop,
      payments: { mode: 'sandbox' },
      identity: { mode: 'embedded' },
    });
    expect(screen.getByText(/no card is charged/)).toBeVisible();
    expect(screen.queryByText(/Firebase/)).toBeNull();
  });
});
