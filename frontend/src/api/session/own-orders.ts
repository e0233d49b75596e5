import type { Order } from '../contract/generated-types';
import { shopApi } from '../index';
import { fromTheStart, page, type Cursor } from '../pages';

/** One user's orders. A separate file, so that the shop screen does not load it. */
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
