import { useEffect } from 'react';
import { sentenceFor } from './problem';

interface Pages<Row> {
  data?: { pages: Row[][] };
  error?: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

/** A list of several pages as screens show it. */
export function listOf<Row>(pages: Pages<Row>) {
  const rows = pages.data?.pages.flat();
  return {
    /** Undefined until the first page is here. */
    rows,
    /** How many rows are here; a screen may show fewer of them. */
    loaded: rows?.length ?? 0,
    problem: pages.error === undefined ? null : sentenceFor(pages.error),
    fetching: pages.isFetching,
    hasMore: pages.hasNextPage,
    refetch: () => void pages.refetch(),
    fetchMore: () => void pages.fetchNextPage(),
  };
}

interface PageQuery {
  isFetching: boolean;
  isError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Fetches the next page of a list until it has none, or until enough is here. A failure ends it; who
 * shows the list offers another try.
 * @param wanted whether more pages are wanted still
 */
export function useEveryPage(
  { isFetching, isError, hasNextPage, fetchNextPage }: PageQuery,
  wanted = true,
) {
  // After every render, not after a change: a page that is asked for and comes between two renders
  // changes nothing that could be compared. Asking while one is on its way does nothing.
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  });
}
