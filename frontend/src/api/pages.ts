import type { SearchPage, SearchPartsApiArg } from './generated-types';
import { shopApi } from './index';

/**
 * As many as the server hands out at once. A page that is full has a next one, as its `Link` says. A test
 * compares with the server's document: the shop's screen needs no other of its limits.
 */
export const PAGE_SIZE = 1000;

interface Row {
  _id: string;
}

/** How many parts a search shows at a time. */
export const SEARCH_STEP = 24;
const SEARCH_KEPT_SECONDS = 300;

/** What is searched for; attributes as `Diameter=300 mm`. */
export type Search = Omit<SearchPartsApiArg, 'after' | 'limit' | 'attribute'> & {
  attribute?: string[];
};

/** The `_id` of the last row so far; none for the first page. */
export type Cursor = string | undefined;

export const nextAfter = (last: Row[], limit: number): Cursor =>
  last.length >= limit ? last.at(-1)?._id : undefined;

export const fromTheStart: {
  initialPageParam: Cursor;
  getNextPageParam: (last: Row[]) => Cursor;
} = {
  initialPageParam: undefined,
  getNextPageParam: (last) => nextAfter(last, PAGE_SIZE),
};

export const page = (url: string, after: Cursor, limit = PAGE_SIZE) => ({
  url,
  params: { limit, after },
});

/**
 * Lists that may be longer than one answer. All their pages are fetched again, one after the other,
 * when something has changed, so that no row gets lost between two of them.
 */
export const pagesApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    search: build.infiniteQuery<SearchPage, Search, Cursor>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ after }) => after,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/search',
        params: { ...queryArg, limit: SEARCH_STEP, after: pageParam },
      }),
      providesTags: ['Part'],
      // Whoever comes back from reading about a part finds the list, and their place in it.
      keepUnusedDataFor: SEARCH_KEPT_SECONDS,
    }),
  }),
});
