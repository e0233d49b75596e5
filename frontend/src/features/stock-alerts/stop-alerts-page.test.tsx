import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { StopAlertsPage } from './stop-alerts-page';

const show = (query: string) =>
  renderScreen(<StopAlertsPage />, { path: '/stop-alerts', at: `/stop-alerts${query}` });
const stop = () => userEvent.click(screen.getByRole('button', { name: 'Stop alerts' }));

describe('the page that stops alerts', () => {
  it('does nothing before a click, then confirms', async () => {
    const calls = serve(() => json({ acknowledged: true }));
    show('#token=abc');
    expect(calls).toEqual([]);
    expect(screen.getByText(/^This cancels all alerts/)).toBeVisible();
    await stop();
    expect(
      await screen.findByRole('heading', { name: 'You will not get any more stock alerts' }),
    ).toHaveFocus();
    expect(calls[0]).toMatchObject({ path: '/stock-alerts/stop', body: '{"token":"abc"}' });
  });

  it('can be retried when the shop is busy', async () => {
    serve(() => problem(503, 'unavailable'));
    show('#token=abc');
    await stop();
    expect(
      await screen.findByText('The shop is busy right now. Try again in a moment.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop alerts' })).toBeEnabled();
  });

  it('explains what is wrong with a link', async () => {
    serve(() => problem(404, 'stock_alert_link_invalid'));
    show('#token=abc');
    await stop();
    expect(
      await screen.findByRole('heading', { name: 'This link is invalid or has expired' }),
    ).toBeVisible();
  });

  it('reports an incomplete link', () => {
    show('');
    expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  });
});
