import type { SearchPage, SearchPartsApiArg } from './contract/generated-types';
import { shopApi } from './index';

/**
 * The server's page size. A full page has a next one, as its `Link` header states. A test compares
 * it with the API document, because the shop screen needs no other limit from there.
 */
export const PAGE_SIZE = 1000;

interface Row {
  _id: string;
}

/** Page size of a search. */
export const SEARCH_STEP = 24;
const SEARCH_KEPT_SECONDS = 300;

/** Search terms and filters; attributes as `Diameter=300 mm`. */
export type Search = Omit<SearchPartsApiArg, 'after' | 'limit' | 'attribute'> & {
  attribute?: string[];
};

/** The `_id` of the last row so far; undefined for the first page. */
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
 * Lists that may be longer than one response. After a change all their pages are refetched in
 * order, so that no row is lost between two pages.
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
      // Returning from a part's page restores the list and the position in it.
      keepUnusedDataFor: SEARCH_KEPT_SECONDS,
    }),
  }),
});
