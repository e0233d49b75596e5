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
