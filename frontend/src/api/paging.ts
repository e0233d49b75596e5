import { useEffect } from 'react';
import { sentenceFor } from './contract/problem';

export interface Pages<Row> {
  data?: { pages: Row[][] };
  error?: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

/** A paginated list in the form that screens use. */
export function listOf<Row>(pages: Pages<Row>) {
  const rows = pages.data?.pages.flat();
  return {
    /** Undefined until the first page has loaded. */
    rows,
    /** Number of rows loaded; a screen may show fewer. */
    loaded: rows?.length ?? 0,
    problem: pages.error === undefined ? null : sentenceFor(pages.error),
    fetching: pages.isFetching,
    hasMore: pages.hasNextPage,
    refetch: () => void pages.refetch(),
    fetchMore: () => void pages.fetchNextPage(),
  };
}

interface Whole<Row> {
  data?: Row[];
  error?: unknown;
  isFetching?: boolean;
  refetch?: () => unknown;
}

/** A list without pages; one that is already loaded needs only its rows. */
export function wholeListOf<Row>({ data, error, isFetching = false, refetch }: Whole<Row>) {
  const nothing = () => undefined;
  return listOf({
    data: data && { pages: [data] },
    error,
    isFetching,
    hasNextPage: false,
    refetch: refetch ?? nothing,
    fetchNextPage: nothing,
  });
}

interface PageQuery {
  isFetching: boolean;
  isError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Fetches the next page of a list until there are no more, or until enough have loaded. An error
 * stops it; the screen that shows the list offers a retry.
 * @param wanted whether more pages are needed
 */
export function useEveryPage(
  { isFetching, isError, hasNextPage, fetchNextPage }: PageQuery,
  wanted = true,
) {
  // Runs after every render, not on a change: a page that is requested and arrives between two
  // renders changes nothing that could be compared. Requesting a page while one is pending does
  // nothing.
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  });
}
