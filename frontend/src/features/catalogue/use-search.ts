import { useEffect } from 'react';
import { pagesApi } from '../../api/pages';
import { useEveryPage } from '../../api/paging';
import { codeOf } from '../../api/contract/problem';
import { searchOf, type ShopView } from './shop-view';

/** An older cached list is shown and refetched. */
const FRESH_SECONDS = 30;
/** Delay before repeating a search that ran before the index was complete. */
const INDEXING_MS = 5000;

export type SearchState = ReturnType<typeof useSearch>;

/**
 * The parts of a view, with as many pages as are shown. While another view loads, the previous
 * results stay, so that the screen does not shift.
 */
export function useSearch(view: ShopView) {
  const pages = pagesApi.useSearchInfiniteQuery(searchOf(view), {
    refetchOnMountOrArgChange: FRESH_SECONDS,
  });
  const { data, currentData, error, isFetching, hasNextPage, fetchNextPage, refetch } = pages;
  const first = data?.pages[0];
  const loaded = currentData?.pages.reduce((count, { parts }) => count + parts.length, 0);
  const pinned = new Set(first?.numbers.map(({ part }) => part._id));
  const failed = error !== undefined && !isFetching;
  const isIndexing = currentData !== undefined && first?.indexedPercent !== undefined;

  useEveryPage(pages, loaded !== undefined && loaded < view.shown);

  useEffect(() => {
    if (!isIndexing || isFetching) return;
    const timer = setTimeout(() => void refetch(), INDEXING_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isIndexing, isFetching, refetch]);

  return {
    /** Undefined until a view has results; with `stale`, the previous view's. */
    first,
    facets: first?.facets,
    /** Without the number matches shown at the top. */
    parts: data?.pages.flatMap(({ parts }) => parts).filter(({ _id }) => !pinned.has(_id)) ?? [],
    // Numbers are found before the index has the part.
    total: Math.max(first?.total ?? 0, pinned.size),
    loading: currentData === undefined && !failed,
    stale: currentData === undefined,
    busy: isFetching,
    hasMore: currentData !== undefined && hasNextPage,
    /** All parts that can be listed in this order are loaded, but there are more results. */
    capped: failed && codeOf(error) === 'too_many_results',
    error: failed ? error : undefined,
    /** Continues where it stopped, or starts again. */
    retry: () => void (currentData !== undefined && hasNextPage ? fetchNextPage() : refetch()),
  };
}
