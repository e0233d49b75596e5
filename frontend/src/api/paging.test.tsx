import { renderHook, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { describe, expect, it, vi } from 'vitest';
import { adminApi } from './admin';
import { aUser } from '../testing/fixtures';
import { json, problem, serve, testStore } from '../testing/test-shop';
import { useEveryPage } from './paging';

const PAGES = 20;
const FULL = 1000;

/** A catalog of twenty full pages and a short one. */
const catalogue = () => {
  let page = 0;
  return () => {
    const count = page < PAGES ? FULL : 7;
    const rows = Array.from({ length: count }, (_, at) => aUser({ _id: `user-${page}-${at}` }));
    page += 1;
    return json(rows);
  };
};

const readAll = () => {
  const store = testStore();
  const usePages = () => {
    const pages = adminApi.useEveryUserInfiniteQuery(undefined);
    useEveryPage(pages);
    return pages;
  };
  const { result } = renderHook(usePages, {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  });
  return result;
};

describe('fetching every page', () => {
  it('continues when a page was requested and loaded between two renders', () => {
    const fetchNextPage = vi.fn();
    const page = (pages: number) => ({
      data: { pages: Array.from({ length: pages }) },
      isFetching: false,
      isError: false,
      hasNextPage: pages < 3,
      fetchNextPage,
    });
    const { rerender } = renderHook(useEveryPage, { initialProps: page(1) });
    expect(fetchNextPage).toHaveBeenCalledTimes(1);
    // It never appeared as loading: the response came before the next render.
    rerender(page(2));
    expect(fetchNextPage).toHaveBeenCalledTimes(2);
    rerender(page(3));
    expect(fetchNextPage).toHaveBeenCalledTimes(2);
  });

  it('requests nothing while it waits, after an error, or when enough is loaded', () => {
    const fetchNextPage = vi.fn();
    const more = { isFetching: false, isError: false, hasNextPage: true, fetchNextPage };
    renderHook(() => {
      useEveryPage({ ...more, isFetching: true });
      useEveryPage({ ...more, isError: true });
      useEveryPage(more, false);
    });
    expect(fetchNextPage).not.toHaveBeenCalled();
  });

  it('reads all pages of a large catalogue', async () => {
    const answer = catalogue();
    const calls = serve(() => answer());
    const pages = readAll();
    await waitFor(
      () => {
        expect(pages.current.data?.pages).toHaveLength(PAGES + 1);
      },
      { timeout: 10_000 },
    );
    expect(pages.current.hasNextPage).toBe(false);
    expect(calls).toHaveLength(PAGES + 1);
  });

  it('stops at a page that fails', async () => {
    const answer = catalogue();
    const calls = serve(() => (calls.length > 2 ? problem(500, 'internal') : answer()));
    const pages = readAll();
    await waitFor(() => {
      expect(pages.current.isError).toBe(true);
    });
    expect(pages.current.data?.pages).toHaveLength(2);
    expect(calls).toHaveLength(3);
  });
});
