import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DataTable } from './data-table';
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
      {(rows) => (
        <DataTable
          label="Orders"
          columns={[{ label: 'Number', cell: (row: number) => `no. ${row}` }]}
          rows={rows}
          keyOf={String}
        />
      )}
    </ListFrame>
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const rowOf = (number: number) => screen.getByText(`no. ${number}`).closest('tr');

describe('the focus after Show more', () => {
  it('is at the first new row, even when the button is gone', async () => {
    render(frame({ rows: numbers(52) }));
    await press('Show more');
    expect(screen.queryByRole('button')).toBeNull();
    expect(rowOf(51)).toHaveFocus();
  });

  it('waits at the button for rows that have to be fetched', async () => {
    const some = { rows: numbers(3), loaded: 1000, hasMore: true };
    const { rerender } = render(frame(some));
    await press('Search more');
    rerender(frame({ ...some, fetching: true }));
    rerender(frame({ rows: numbers(5), loaded: 2200 }));
    expect(rowOf(4)).toHaveFocus();
  });

  it('returns to the button when a search found nothing, and is then left alone', async () => {
    const some = { rows: numbers(3), loaded: 1000, hasMore: true };
    const { rerender } = render(frame(some));
    await press('Search more');
    rerender(frame({ ...some, fetching: true }));
    rerender(frame({ ...some, loaded: 2000 }));
    expect(screen.getByRole('button', { name: 'Search more' })).toHaveFocus();

    await userEvent.click(document.body);
    rerender(frame({ ...some, loaded: 2000, fetching: true }));
    rerender(frame({ ...some, loaded: 2000 }));
    expect(document.body).toHaveFocus();
    rerender(frame({ ...some, rows: numbers(4), loaded: 2001 }));
    expect(document.body).toHaveFocus();
  });

  it('moves to the first row of a list that was empty', async () => {
    const none = { rows: [], loaded: 1000, hasMore: true };
    const { rerender } = render(frame(none));
    await press('Search more');
    rerender(frame({ ...none, fetching: true }));
    rerender(frame({ rows: numbers(2), loaded: 1200 }));
    expect(rowOf(1)).toHaveFocus();
  });

  it('stays in the list when nothing is found after all', async () => {
    const none = { rows: [], loaded: 1000, hasMore: true };
    const { rerender } = render(frame(none));
    await press('Search more');
    rerender(frame({ ...none, fetching: true }));
    rerender(frame({ rows: [], loaded: 1200 }));
    expect(screen.getByText('none').parentElement).toHaveFocus();
  });

  it('is left alone when the reader has moved on', async () => {
    const some = { rows: numbers(3), loaded: 1000, hasMore: true };
    const page = (list: Partial<List<number>>) => (
      <>
        {frame(list)}
        <input aria-label="Elsewhere" />
      </>
    );
    const { rerender } = render(page(some));
    await press('Search more');
    rerender(page({ ...some, fetching: true }));
    await userEvent.click(screen.getByLabelText('Elsewhere'));
    rerender(page({ rows: numbers(5), loaded: 1200 }));
    expect(screen.getByLabelText('Elsewhere')).toHaveFocus();
  });
});
