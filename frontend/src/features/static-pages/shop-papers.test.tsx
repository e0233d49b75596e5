import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';

async function show(name: 'contact' | 'returns' | 'terms' | 'privacy', config?: object) {
  vi.resetModules();
  vi.doMock('../../lib/config', () => ({ knownConfig: config }));
  const { ShopPapers } = await import('./shop-papers');
  render(
    <MemoryRouter>
      <ShopPapers name={name} />
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

describe('what a shop says about itself', () => {
  afterEach(() => {
    vi.doUnmock('../../lib/config');
  });

  it('names the seller and how to reach them', async () => {
    await show('contact', shop);
    expect(screen.getByText('Vale Parts')).toBeVisible();
    expect(screen.getByText('Ely')).toBeVisible();
    expect(screen.getByRole('link', { name: shop.seller.phone })).toHaveAttribute(
      'href',
      'tel:+441353555014',
    );
  });

  it('points to the feedback box where nothing else is known', async () => {
    await show('contact');
    expect(screen.getByText(/feedback box/)).toBeVisible();
  });

  it('promises what the settings say', async () => {
    await show('returns', shop);
    expect(screen.getByRole('heading', { name: '30 days' })).toBeVisible();
    expect(screen.getByText(/^Send it back within 30 days/)).toBeVisible();
  });

  it('repeats the promise about shipping in its terms', async () => {
    await show('terms', shop);
    expect(screen.getByText('Next day in Ely.')).toBeVisible();
  });

  it('says who else sees what, of a real shop and of a demonstration', async () => {
    await show('privacy', shop);
    expect(screen.getByText(/^Stripe takes your card/)).toBeVisible();
    expect(screen.getByText(/^Google Firebase/)).toBeVisible();
    expect(screen.getByText(/^A mail service/)).toBeVisible();
  });

  it('does not claim that a demonstration charges cards', async () => {
    await show('privacy', {
      ...shop,
      payments: { mode: 'sandbox' },
      identity: { mode: 'embedded' },
    });
    expect(screen.getByText(/no card is charged/)).toBeVisible();
    expect(screen.queryByText(/Firebase/)).toBeNull();
  });
});
