import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPart, aReview } from '../testing/fixtures';
import { json, problem, renderScreen, serve } from '../testing/test-shop';
import { AutoParts } from '../features/catalogue/auto-parts';
import { ClientsReviews } from '../features/reviews/clients-reviews';

const review = aReview();

/** Home's sections, with a server that is unavailable while `away.is` is true. */
const away = { is: true };
function open() {
  away.is = true;
  const calls = serve(({ path }) => {
    if (away.is) return problem(503, 'unavailable');
    return json(path === '/parts' ? [aPart()] : [review]);
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
    ['the visitor returns to the tab', 'focus'],
  ])('retry when %s', async (_, event) => {
    open();
    expect(await screen.findByRole('heading', { name: 'Parts did not load' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Reviews did not load' })).toBeVisible();
    away.is = false;
    hear(event);
    expect(await screen.findByRole('heading', { name: 'Alternator' })).toBeVisible();
    expect(await screen.findByText(review.review)).toBeVisible();
  });

  it('retry periodically without a visible change', async () => {
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

  it('stop retrying once they are loaded', async () => {
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
