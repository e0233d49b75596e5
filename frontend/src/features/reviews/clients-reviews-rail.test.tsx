import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ClientsReviewsRail } from './clients-reviews-slides';

it('has a dot for every review that scrolls to it from anywhere', async () => {
  const onGo = vi.fn();
  const rail = (current: number) => (
    <ClientsReviewsRail count={12} current={current} onGo={onGo} barRef={null} />
  );
  const { rerender } = render(rail(0));
  const dots = () => within(screen.getByRole('list')).getAllByRole('button');
  const names = Array.from({ length: 12 }, (_, position) => `Review ${position + 1}`);
  expect(dots().map((dot) => dot.getAttribute('aria-label'))).toEqual(names);
  expect(dots()[0]).toHaveAttribute('aria-current', 'true');

  rerender(rail(7));
  expect(dots().map((dot) => dot.getAttribute('aria-label'))).toEqual(names);
  expect(dots().filter((dot) => dot.hasAttribute('aria-current'))).toEqual([dots()[7]]);
  await userEvent.click(screen.getByRole('button', { name: 'Review 12' }));
  expect(onGo).toHaveBeenCalledWith(11);
});
