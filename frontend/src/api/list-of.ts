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
  return {
    /** Undefined until the first page is here. */
    rows: pages.data?.pages.flat(),
    problem: pages.error === undefined ? null : sentenceFor(pages.error),
    fetching: pages.isFetching,
    hasMore: pages.hasNextPage,
    refetch: () => void pages.refetch(),
    fetchMore: () => void pages.fetchNextPage(),
  };
}
