import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { aPart } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { ShopPage } from './shop-page';

const part = (at: number) => aPart({ _id: `part-${at}`, title: `Washer M${at}`, price: at });

const show = (query = '') => renderScreen(<ShopPage />, { path: '/shop', at: `/shop${query}` });

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}
const cards = () => screen.queryAllByRole('heading', { level: 3 });

describe('the shop page', () => {
  it('shows a step of parts and the next one on demand', async () => {
    serve(() => json(Array.from({ length: 30 }, (_, at) => part(at))));
    show();
    expect(screen.getByText('Loading parts')).toBeVisible();
    expect(await screen.findByText('30 parts')).toBeVisible();
    expect(cards()).toHaveLength(24);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(cards()).toHaveLength(30);
    expect(screen.getByRole('link', { name: 'Washer M24' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('searches while one types and offers a way out of an empty result', async () => {
    serve(() => json([part(6), part(8)]));
    show();
    await screen.findByText('2 parts');
    await userEvent.type(screen.getByLabelText('Search'), 'm8');
    expect(await screen.findByText('1 part found')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Search'), ' gasket');
    expect(await screen.findByText('No matching parts')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('2 parts')).toBeVisible();
    expect(screen.getByLabelText('Search')).toHaveValue('');
  });

  it('lets going back undo a choice, and knows typing as no step', async () => {
    serve(() => json([part(6), { ...part(8), available: 0 }]));
    const screens = [<ShopPage key="shop" />, <Back key="back" />];
    renderScreen(<>{screens}</>, { path: '/shop', at: '/shop' });
    const back = () => userEvent.click(screen.getByRole('button', { name: 'Back' }));
    const sorting = screen.getByLabelText('Sort by');
    const inStock = screen.getByLabelText('In stock only');
    await screen.findByText('2 parts');
    await userEvent.selectOptions(sorting, 'Price, high to low');
    await userEvent.type(screen.getByLabelText('Search'), 'm8');
    expect(await screen.findByText('1 part found')).toBeVisible();
    await userEvent.click(inStock);
    expect(await screen.findByText('No part found')).toBeVisible();

    await back();
    expect(inStock).not.toBeChecked();
    expect(screen.getByLabelText('Search')).toHaveValue('m8');
    await back();
    expect(sorting).toHaveValue('listed');
    expect(screen.getByLabelText('Search')).toHaveValue('');
    expect(await screen.findByText('2 parts')).toBeVisible();
  });

  it('looks again when the shop is empty', async () => {
    const answers = [[], [part(1)]];
    serve(() => json(answers.shift()));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('1 part')).toBeVisible();
  });

  it('asks again after a failure', async () => {
    const answers = [problem(503, 'unavailable'), json([part(1)])];
    serve(() => answers.shift() ?? problem(500, 'internal'));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 part')).toBeVisible();
  });
});
