import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { aPart } from '../../testing/fixtures';
import { renderScreen } from '../../testing/test-shop';
import { PartCard } from './part-card';
import { PartDetails } from './part-page';

const part = aPart({ minOrderQuantity: 10, available: 9 });
const inStock = { ...part, available: 10 };
const show = (screen: ReactElement) => renderScreen(screen, { path: '/', at: '/' });
const purchase = () => screen.getByRole('link', { name: /^Purchase/ });
const addToCart = () => screen.queryByRole('button', { name: /^Add to cart/ });

describe('a part with less stock than its minimum order', () => {
  it('is marked on its card, where Purchase is muted', () => {
    show(<PartCard part={part} loading="lazy" />);
    expect(screen.getByText('Sold out')).toBeVisible();
    expect(purchase()).toHaveClass('btn');
    expect(purchase()).not.toHaveClass('btn-primary');
    expect(addToCart()).toBeNull();
  });

  it('is marked on its page, where Purchase is muted', () => {
    show(<PartDetails part={part} />);
    expect(screen.getByText(/^There is not enough in stock for a minimum order/)).toBeVisible();
    expect(purchase()).toHaveClass('btn');
    expect(purchase()).not.toHaveClass('btn-primary');
    expect(addToCart()).toBeNull();
  });

  it('shows the sold-out content it is given on its page', () => {
    const whenSoldOut = ({ title }: { title: string }) => <p>Wait for {title}</p>;
    show(<PartDetails part={part} whenSoldOut={whenSoldOut} />);
    expect(screen.getByText('Wait for Alternator')).toBeVisible();
  });

  it.each([
    ['card', <PartCard key="card" part={inStock} loading="lazy" />],
    ['page', <PartDetails key="page" part={inStock} />],
  ])('differs from one in stock: %s', (_, element) => {
    show(element);
    expect(screen.queryByText('Sold out')).toBeNull();
    expect(purchase()).toHaveClass('btn-primary');
    expect(addToCart()).toBeVisible();
  });
});
