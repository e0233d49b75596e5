import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { marta } from '../../testing/fixtures';
import { json, renderScreen, serve } from '../../testing/test-shop';
import { ReviewScreen } from './review-screen';

const show = (admin: boolean) => {
  serve(() => json({ admin }));
  renderScreen(<ReviewScreen />, {
    path: '/dashboard/review',
    at: '/dashboard/review',
    person: marta,
  });
};

it('lets customers write a review', async () => {
  show(false);
  expect(await screen.findByRole('form')).toBeVisible();
});

it('tells admins that reviews are for customers, and where to go', async () => {
  show(true);
  expect(
    await screen.findByRole('heading', { name: 'Reviews are written by customers' }),
  ).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
});
