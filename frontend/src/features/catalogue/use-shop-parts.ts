import { pagesApi } from '../../api/pages';
import { useEveryPage } from '../../api/use-every-page';
import { isRefined, partsIn, type ShopView } from './shop-view';

/** A kept list that is older is shown, and asked for again. */
const FRESH_SECONDS = 30;

/**
 * The parts of a view. The API hands the catalogue out in its own order, page by page. As listed,
 * pages are fetched as far as they are shown; a search or another order needs all of them, and goes on
 * fetching until they are there.
 */
export function useShopParts(view: ShopView) {
  const pages = pagesApi.useCatalogueInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: FRESH_SECONDS,
  });
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = pages;
  const parts = data?.pages.flat();

  useEveryPage(pages, isRefined(view) || (parts?.length ?? 0) < view.shown);

  return {
    /** All that was found so far; undefined until the first page is here. */
    found: parts && partsIn(view, parts),
    error,
    isFetching,
    /** Whether `found` is all there is to find. */
    complete: data !== undefined && !hasNextPage,
    /** Goes on where it stopped, or looks again from the start. */
    retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
  };
}
