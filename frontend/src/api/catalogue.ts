import type { Part } from './generated';
import { shopApi } from './index';

/** The `_id` of the last part so far; none for the first page. */
type Cursor = string | undefined;

/** A small first page shows something soon; whoever wants more wants the rest, in large pieces. */
const FIRST_PAGE = 100;
const NEXT_PAGES = 1000;

const KEPT_SECONDS = 300;

const limitAfter = (cursor: Cursor) => (cursor === undefined ? FIRST_PAGE : NEXT_PAGES);

/** The catalogue as a list that grows page by page, however long it is. */
export const catalogueApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    catalogue: build.infiniteQuery<Part[], undefined, Cursor>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        // A full page has a next one, as its `Link` header says.
        getNextPageParam: (page, _pages, cursor): Cursor =>
          page.length < limitAfter(cursor) ? undefined : page.at(-1)?._id,
      },
      query: ({ pageParam }) => ({
        url: '/parts',
        params: { limit: limitAfter(pageParam), after: pageParam },
      }),
      providesTags: ['Part'],
      // Whoever comes back from reading about a part finds the list, and their place in it.
      keepUnusedDataFor: KEPT_SECONDS,
    }),
  }),
});
