import type { Order } from './generated-types';
import { shopApi } from './index';
import { fromTheStart, page, type Cursor } from './pages';

/** What one person has ordered. A file of its own, so that the shop's screen does not load it. */
export const ownOrdersApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    everyOrderOf: build.infiniteQuery<Order[], string, Cursor>({
      infiniteQueryOptions: fromTheStart,
      query: ({ queryArg: email, pageParam }) =>
        page(`/orders/${encodeURIComponent(email)}`, pageParam),
      providesTags: ['Order'],
    }),
  }),
});
