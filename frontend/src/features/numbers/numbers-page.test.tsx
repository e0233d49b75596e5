import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve, type Call } from '../../testing/test-shop';
import { ceilingOf } from './bar-plot';
import { NumbersPage } from './numbers-page';
import { comparedWith, periodOf } from './numbers-period';

const step = (from: string, to: string, orders: number, revenue: number) => ({
  from,
  to,
  orders,
  newCustomers: 1,
  revenue,
  refunds: 2.5,
});

const numbers = {
  steps: [
    step('2026-11-01', '2026-11-01', 3, 120.5),
    step('2026-11-02', '2026-11-02', 0, 0),
    step('2026-11-03', '2026-11-03', 7, 300),
  ],
  sum: step('2026-11-01', '2026-11-03', 10, 420.5),
  before: step('2026-10-29', '2026-10-31', 8, 420.5),
};

function show(search = '', answer: (call: Call) => Response = () => json(numbers)) {
  const calls = serve(answer);
  renderScreen(<NumbersPage />, { path: '/numbers', at: `/numbers${search}`, person: marta });
  return { asked: () => Object.fromEntries(calls.at(-1)?.query.entries() ?? []), calls };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-26T23:30:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Numbers', () => {
  it('shows totals, the previous period, a chart and a table of the same numbers', async () => {
    const { asked } = show();
    const orders = within(await screen.findByRole('region', { name: 'Orders placed' }));
    expect(asked()).toEqual({ from: '2026-10-28', to: '2026-11-26', by: 'day' });
    expect(orders.getByText('10', { selector: '.numbers-sum' })).toBeVisible();
    expect(orders.getByText('25% more than in the 3 days before (8)')).toBeVisible();
    expect(
      orders.getByRole('img', { name: 'Orders placed: highest 7, Nov 3, 2026.' }),
    ).toBeVisible();
    await userEvent.click(orders.getByText('Orders placed as a table'));
    const rows = orders.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual(['DayOrders placed', 'Nov 3, 20267', 'Nov 2, 20260', 'Nov 1, 20263']);
    const revenue = within(screen.getByRole('region', { name: 'Revenue' }));
    expect(revenue.getByText('$420.50')).toBeVisible();
    expect(revenue.getByText(/^the same as in the 3 days before \(\$420\.50/)).toBeVisible();
  });

  it('requests weeks, months and custom dates', async () => {
    const { asked } = show();
    await screen.findByRole('region', { name: 'Revenue' });
    await userEvent.click(screen.getByRole('link', { name: '12 weeks' }));
    await waitFor(() => {
      // 2026-11-26 is a Thursday.
      expect(asked()).toEqual({ from: '2026-09-07', to: '2026-11-26', by: 'week' });
    });
    await userEvent.click(screen.getByRole('link', { name: '12 months' }));
    await waitFor(() => {
      expect(asked()).toEqual({ from: '2025-12-01', to: '2026-11-26', by: 'month' });
    });
    await userEvent.click(screen.getByRole('link', { name: 'Other dates' }));
    await userEvent.selectOptions(await screen.findByLabelText('By'), 'Month');
    await waitFor(() => {
      expect(asked()).toEqual({ from: '2026-10-28', to: '2026-11-26', by: 'month' });
    });
  });

  it('exports the period that is shown', async () => {
    const createObjectURL = vi.fn(() => 'blob:numbers');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: vi.fn() }));
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { calls, asked } = show('?show=12m', ({ path }) =>
      path === '/exports/numbers' ? new Response('from,to\r\n') : json(numbers),
    );
    await userEvent.click(await screen.findByRole('button', { name: /^CSV/ }));
    await waitFor(() => {
      expect(clicked).toHaveBeenCalledOnce();
    });
    expect(calls.at(-1)?.path).toBe('/exports/numbers');
    expect(asked()).toEqual({ from: '2025-12-01', to: '2026-11-26', by: 'month' });
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('numbers-2026-11-26.csv');
  });

  it('can be retried when it did not load', async () => {
    const answers = [problem(503, 'unavailable')];
    show('', () => answers.shift() ?? json(numbers));
    expect(await screen.findByText('The numbers did not load')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Revenue' })).toBeVisible();
  });
});

describe('a period', () => {
  it('begins on a Monday or on the first of a month', () => {
    expect(periodOf('12w', '2026-11-23')).toEqual({
      from: '2026-09-07',
      to: '2026-11-23',
      by: 'week',
    });
    expect(periodOf('12w', '2026-11-29').from).toBe('2026-09-07');
    expect(periodOf('12m', '2026-01-31').from).toBe('2025-02-01');
  });

  it('is compared in words', () => {
    expect(comparedWith(112, 100)).toBe('12% more than');
    expect(comparedWith(50, 100)).toBe('50% less than');
    expect(comparedWith(1001, 1000)).toBe('under 1% more than');
    expect(comparedWith(5, 0)).toBe('up from zero');
  });

  it('has a round number at the top of its chart', () => {
    expect([0, 1, 7, 11, 23, 260, 9999.5].map(ceilingOf)).toEqual([1, 1, 10, 20, 25, 500, 10000]);
  });
});
