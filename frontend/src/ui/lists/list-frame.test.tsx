import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ListFrame, type List } from './list-frame';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

function frame(list: Partial<List<number>>) {
  return (
    <ListFrame
      list={{
        rows: undefined,
        problem: null,
        fetching: false,
        hasMore: false,
        loaded: list.rows?.length ?? 0,
        refetch: vi.fn(),
        fetchMore: vi.fn(),
        ...list,
      }}
      noun="orders"
      empty={<p>none</p>}
    >
      {(rows) => <p>rows up to {rows.at(-1)}</p>}
    </ListFrame>
  );
}

describe('the frame of a list', () => {
  it('shows loading, error and empty states', async () => {
    const refetch = vi.fn();
    const { rerender } = render(frame({ fetching: true }));
    expect(screen.getByRole('status')).toHaveTextContent('Loading the orders');
    rerender(frame({ problem: 'No answer.', refetch }));
    expect(screen.getByRole('heading', { name: 'The orders did not load' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledTimes(1);
    rerender(frame({ rows: [] }));
    expect(screen.getByText('none')).toBeVisible();
  });

  it('keeps the rows when newer ones do not load', () => {
    render(frame({ rows: [1, 2], problem: 'No answer.' }));
    expect(screen.getByText('rows up to 2')).toBeVisible();
    expect(screen.getByText('What you see may be out of date. No answer.')).toBeVisible();
  });

  it('shows a long list piece by piece', async () => {
    render(frame({ rows: numbers(120) }));
    expect(screen.getByText('rows up to 50')).toBeVisible();
    expect(screen.getByText('50 of 120 orders shown')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getByText('rows up to 120')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('fetches the rest before the rows run out', async () => {
    const fetchMore = vi.fn();
    const { rerender } = render(frame({ rows: numbers(60), hasMore: true, fetchMore }));
    expect(screen.getByText('50 of more than 60 orders shown')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(fetchMore).toHaveBeenCalledTimes(1);
    rerender(frame({ rows: numbers(61) }));
    expect(screen.getByText('rows up to 61')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('shows how far it has searched when nothing matches yet', async () => {
    const fetchMore = vi.fn();
    const { rerender } = render(frame({ rows: [], loaded: 1000, hasMore: true, fetchMore }));
    expect(screen.getByRole('heading', { name: 'None among the newest 1,000' })).toBeVisible();
    expect(screen.queryByText('none')).toBeNull();
    expect(screen.queryByText(/orders shown/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Search more' }));
    expect(fetchMore).toHaveBeenCalledTimes(1);
    rerender(frame({ rows: [], loaded: 1200 }));
    expect(screen.getByText('none')).toBeVisible();
  });

  it('shows where the rows are from when only some match', () => {
    render(frame({ rows: numbers(3), loaded: 1000, hasMore: true }));
    expect(screen.getByText('3 of 3 orders shown, from the newest 1,000')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search more' })).toBeVisible();
  });
});
