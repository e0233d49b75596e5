import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { writeCart } from '../../lib/cart/cart-storage';
import { readCoupon } from '../../lib/cart/coupon';
import { idOf } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { CouponPage } from './coupon-page';
import { UnsubscribePage } from './unsubscribe-page';

const coupon = { email: 'marta@northgarage.example', code: 'AP50-7KQD-M2XW', amount: 50 };

const show = (at = '/coupon#token=secret') => renderScreen(<CouponPage />, { path: '/coupon', at });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the coupon page', () => {
  it('requests nothing until the button is clicked', async () => {
    const calls = serve(() => json(coupon));
    show();
    expect(screen.getByRole('heading', { name: 'Your coupon is waiting' })).toBeVisible();
    expect(calls).toEqual([]);
    await press('Get my coupon');
    expect(await screen.findByText('AP50-7KQD-M2XW')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Here is your coupon' })).toHaveFocus();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/newsletter/confirm',
      body: '{"token":"secret"}',
    });
  });

  it('shows the terms of the coupon', async () => {
    serve(() => json({ ...coupon, minimum: 100, validUntil: '2027-02-26T00:00:00Z' }));
    show();
    await press('Get my coupon');
    expect(await screen.findByText(/one order of at least \$100 before/)).toBeVisible();
    expect(screen.getByText(/until .*2027/)).toBeVisible();
  });

  it('reports that an address gets only one coupon', async () => {
    serve(() => json({ email: coupon.email }));
    show();
    await press('Get my coupon');
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toHaveFocus();
    expect(screen.getByText(/has already received it/)).toBeVisible();
  });

  it('selects the code when the browser blocks copying', async () => {
    serve(() => json(coupon));
    show();
    await press('Get my coupon');
    await screen.findByText('AP50-7KQD-M2XW');
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
    await press('Copy the code');
    expect(await screen.findByText(/^The code is selected/)).toBeVisible();
    expect(getSelection()?.toString()).toBe('AP50-7KQD-M2XW');
  });

  it('takes the coupon to the cart when something is in it', async () => {
    writeCart([{ part: idOf(1), quantity: 2 }]);
    serve(() => json(coupon));
    show();
    await press('Get my coupon');
    await userEvent.click(await screen.findByRole('link', { name: 'Use it in the cart' }));
    expect(await screen.findByText('now at /cart')).toBeVisible();
    expect(readCoupon()).toBe('AP50-7KQD-M2XW');
  });

  it('links to the parts while the cart is empty', async () => {
    serve(() => json(coupon));
    show();
    await press('Get my coupon');
    expect(await screen.findByRole('link', { name: 'All parts' })).toHaveAttribute('href', '/shop');
    expect(screen.queryByRole('link', { name: 'Use it in the cart' })).toBeNull();
  });

  it('can be retried when the shop did not respond', async () => {
    const answers = [problem(503, 'unavailable'), json(coupon)];
    serve(() => answers.shift() ?? problem(500, 'internal'));
    show();
    await press('Get my coupon');
    expect(
      await screen.findByText('The shop is busy right now. Try again in a moment.'),
    ).toBeVisible();
    await press('Get my coupon');
    expect(await screen.findByText('AP50-7KQD-M2XW')).toBeVisible();
  });

  it('distinguishes an invalid link from an incomplete one', async () => {
    serve(() => problem(404, 'newsletter_link_invalid'));
    show();
    await press('Get my coupon');
    expect(
      await screen.findByRole('heading', { name: 'This link is invalid or has expired' }),
    ).toHaveFocus();
    expect(screen.queryByText('coupon')).toBeNull();
    show('/coupon');
    expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  });
});

describe('the page for leaving the newsletter', () => {
  it('unsubscribes on a click, not before', async () => {
    const calls = serve(() => json({ acknowledged: true }));
    renderScreen(<UnsubscribePage />, { path: '/unsubscribe', at: '/unsubscribe#token=secret' });
    expect(calls).toEqual([]);
    await press('Unsubscribe');
    expect(await screen.findByRole('heading', { name: 'You have unsubscribed' })).toHaveFocus();
    expect(calls[0]).toMatchObject({ path: '/newsletter/leave', body: '{"token":"secret"}' });
  });

  it.each(['', '#token=abc'])('shows an error for an invalid link: %o', async (query) => {
    serve(() => problem(404, 'newsletter_link_invalid'));
    renderScreen(<UnsubscribePage />, { path: '/unsubscribe', at: `/unsubscribe${query}` });
    if (query !== '') await press('Unsubscribe');
    expect(await screen.findByRole('heading', { name: /^This link is in/ })).toHaveFocus();
    expect(screen.getByText(/Try the one in the latest email/)).toBeVisible();
    expect(screen.queryByText('$50')).toBeNull();
  });
});
