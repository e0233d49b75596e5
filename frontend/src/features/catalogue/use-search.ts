import { useEffect } from 'react';
import { pagesApi } from '../../api/pages';
import { useEveryPage } from '../../api/paging';
import { codeOf } from '../../api/problem';
import { searchOf, type ShopView } from './shop-view';

/** A kept list that is older is shown, and asked for again. */
const FRESH_SECONDS = 30;
/** How long until a search is repeated that could not look through the whole catalogue yet. */
const INDEXING_MS = 5000;

export type SearchState = ReturnType<typeof useSearch>;

/**
 * The parts of a view, as many pages as are shown. While another choice is on its way, what was found
 * before stays, so that the screen does not jump.
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
    /** Undefined until something was found for some view; with `stale`, for the one before. */
    first,
    facets: first?.facets,
    /** Without those that stand on top because of their number. */
    parts: data?.pages.flatMap(({ parts }) => parts).filter(({ _id }) => !pinned.has(_id)) ?? [],
    // A number is found before the index knows the part.
    total: Math.max(first?.total ?? 0, pinned.size),
    loading: currentData === undefined && !failed,
    stale: currentData === undefined,
    busy: isFetching,
    hasMore: currentData !== undefined && hasNextPage,
    /** All that can be listed in this order is there, but more was found. */
    capped: failed && codeOf(error) === 'too_many_results',
    error: failed ? error : undefined,
    /** Goes on where it stopped, or looks again from the start. */
    retry: () => void (currentData !== undefined && hasNextPage ? fetchNextPage() : refetch()),
  };
}
