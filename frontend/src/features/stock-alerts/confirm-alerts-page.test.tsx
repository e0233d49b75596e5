import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { ConfirmAlertsPage } from './confirm-alerts-page';

const show = (query: string) =>
  renderScreen(<ConfirmAlertsPage />, { path: '/confirm-alerts', at: `/confirm-alerts${query}` });
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm' }));

describe('the page that confirms stock alerts', () => {
  it('does nothing before a click, then shows what happens', async () => {
    const calls = serve(() => json({ acknowledged: true }));
    show('#token=abc');
    expect(calls).toEqual([]);
    await confirm();
    expect(
      await screen.findByRole('heading', { name: 'We will email you when the part is back' }),
    ).toHaveFocus();
    expect(calls[0]).toMatchObject({ path: '/stock-alerts/confirm', body: '{"token":"abc"}' });
  });

  it('can be retried when the shop is busy', async () => {
    serve(() => problem(503, 'unavailable'));
    show('#token=abc');
    await confirm();
    expect(
      await screen.findByText('The shop is busy right now. Try again in a moment.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  });

  it('explains what is wrong with a link', async () => {
    serve(() => problem(404, 'stock_alert_link_invalid'));
    show('#token=abc');
    await confirm();
    expect(
      await screen.findByRole('heading', { name: 'This link is invalid or has expired' }),
    ).toBeVisible();
    show('');
    expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  });
});
