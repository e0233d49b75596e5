import { useEffect } from 'react';

interface Pages {
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
  { isFetching, isError, hasNextPage, fetchNextPage }: Pages,
  wanted = true,
) {
  // After every render, not after a change: a page that is asked for and comes between two renders
  // changes nothing that could be compared. Asking while one is on its way does nothing.
  useEffect(() => {
    if (wanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  });
}
