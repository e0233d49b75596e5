import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { inserted, invalidFields, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { AddReviewPage } from './add-review-page';

vi.mock('../../lib/firebase/auth', () => ({
  currentProof: () => Promise.resolve(null),
  signOut: () => Promise.resolve(),
}));
const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const show = () =>
  renderScreen(<AddReviewPage />, { path: '/review', at: '/review', person: marta });
const opinion = () => screen.getByLabelText('Your opinion');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));
const fill = async (text: string) => {
  await userEvent.click(screen.getByRole('radio', { name: '4 stars' }));
  await userEvent.type(opinion(), text);
};

describe('Add A Review', () => {
  it('requires a rating, by toast and in the page, and an opinion', async () => {
    const calls = serve(() => json(inserted('review-1'), 201));
    show();
    await submit();
    expect(await screen.findByText('please rate us before submitting')).toBeVisible();
    expect(screen.getByText('your opinion is required')).toBeVisible();
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('please rate us before submitting');
    expect(screen.getByRole('radio', { name: '1 star' })).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it('shows no rating error when only the opinion is missing', async () => {
    serve(() => json(inserted('review-1'), 201));
    show();
    await userEvent.click(screen.getByRole('radio', { name: '2 stars' }));
    await submit();
    expect(await screen.findByText('your opinion is required')).toBeVisible();
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('sends the rating as text and empties the form', async () => {
    const calls = serve(() => json(inserted('review-1'), 201));
    show();
    await fill('Good parts.');
    await submit();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('successfully reviewed');
    });
    expect(
      calls.map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown]),
    ).toEqual([['POST', '/reviews', { rating: '4', review: 'Good parts.', name: marta.name }]]);
    expect(opinion()).toHaveValue('');
    expect(screen.getByRole('radio', { name: '4 stars' })).not.toBeChecked();
    await expect.poll(() => sessionStorage.length).toBe(0);
  });

  it('shows in advance that a review was already written today', async () => {
    serve(() => json({ acknowledged: true, insertedId: '1' }));
    show();
    expect(screen.queryByText(/^You have reviewed us today/)).toBeNull();
    await fill('Fine.');
    await submit();
    expect(await screen.findByText(/^You have reviewed us today/)).toBeVisible();
    cleanup();
    show();
    expect(screen.getByText(/^You have reviewed us today/)).toBeVisible();
  });

  it('keeps the text when one was already written today', async () => {
    serve(() => problem(409, 'already_reviewed_today'));
    show();
    await fill('Once more.');
    await submit();
    expect(await screen.findByText(/^You have already reviewed us today/)).toBeVisible();
    expect(opinion()).toHaveValue('Once more.');
    expect(notify.success).not.toHaveBeenCalled();
  });

  it('shows the server’s error under the field until it changes', async () => {
    serve(() =>
      json(
        invalidFields({
          field: 'review',
          code: 'control_characters',
          message: 'review must not contain control characters',
        }),
        422,
      ),
    );
    show();
    await fill('Odd.');
    await submit();
    expect(
      await screen.findByText('your opinion must not contain control characters'),
    ).toBeVisible();
    expect(opinion()).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByText('your opinion must not contain control characters')).toBeVisible();
    await userEvent.type(opinion(), '!');
    expect(screen.queryByText('your opinion must not contain control characters')).toBeNull();
  });

  it('restores the text after the session has expired', async () => {
    serve(() => problem(401, 'unauthenticated'));
    show();
    await fill('Long text.');
    await submit();
    expect(await screen.findByText('signed out')).toBeVisible();

    show();
    expect(opinion()).toHaveValue('Long text.');
    expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(opinion()).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps a restored text although a character was typed and deleted', async () => {
    show();
    await fill('Long text.');
    cleanup();
    show();
    await userEvent.type(opinion(), '!');
    await userEvent.type(opinion(), '{Backspace}');
    cleanup();
    show();
    expect(opinion()).toHaveValue('Long text.');
    await userEvent.clear(opinion());
    expect(sessionStorage).toHaveLength(1);
  });
});
