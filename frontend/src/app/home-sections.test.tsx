import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, problem, renderScreen, serve } from '../api/testing';
import { AutoParts } from '../features/catalogue/auto-parts';
import { ClientsReviews } from '../features/reviews/clients-reviews';

const part = {
  _id: 'part-1',
  title: 'Alternator',
  desc: '120 A',
  img: '/catalogue/alternator.svg',
  minOrderQuantity: 10,
  available: 7500,
  price: 38.5,
};
const review = { _id: 'r-1', name: 'Marta', rating: 5, review: 'Quick, and it fits.' };

/** Home's sections in front of a server that is away until `answer` is taken off. */
const away = { is: true };
function open() {
  away.is = true;
  const calls = serve(({ path }) => {
    if (away.is) return problem(503, 'unavailable');
    return json(path === '/parts' ? [part] : [review]);
  });
  const sections = [<AutoParts key="parts" />, <ClientsReviews key="reviews" />];
  renderScreen(<>{sections}</>, { path: '/', at: '/' });
  return calls;
}
const hear = (name: string) => {
  act(() => {
    window.dispatchEvent(new Event(name));
  });
};

describe('the sections of home that did not load', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe = vi.fn();
        disconnect = vi.fn();
      },
    );
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it.each([
    ['the connection is back', 'online'],
    ['the reader comes back', 'focus'],
  ])('look again when %s', async (_, event) => {
    open();
    expect(await screen.findByRole('heading', { name: 'Parts did not load' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Reviews did not load' })).toBeVisible();
    away.is = false;
    hear(event);
    expect(await screen.findByRole('heading', { name: 'Alternator' })).toBeVisible();
    expect(await screen.findByText(review.review)).toBeVisible();
  });

  it('look again now and then, and stand still meanwhile', async () => {
    const calls = open();
    const failed = await screen.findByRole('heading', { name: 'Parts did not load' });
    await screen.findByRole('heading', { name: 'Reviews did not load' });
    const before = calls.length;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await expect.poll(() => calls.length).toBeGreaterThan(before);
    expect(failed).toBeInTheDocument();
    away.is = false;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(await screen.findByRole('heading', { name: 'Alternator' })).toBeVisible();
    expect(await screen.findByText(review.review)).toBeVisible();
  });

  it('ask no more once they are here', async () => {
    const calls = open();
    await screen.findByRole('heading', { name: 'Parts did not load' });
    away.is = false;
    hear('online');
    await screen.findByRole('heading', { name: 'Alternator' });
    await screen.findByText(review.review);
    const before = calls.length;
    hear('focus');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(calls).toHaveLength(before);
  });
});
