import type { Refund } from './generated';
import { shopApi } from './index';
import { fromTheStart, page, type Cursor } from './pages';

/**
 * The money that goes back to customers. A file of its own, because only admins ask for it: nobody
 * else is to load it.
 */
export const refundsApi = shopApi
  .enhanceEndpoints({
    addTagTypes: ['Refund'],
    endpoints: {
      refundOrder: { invalidatesTags: ['Order', 'Part', 'Refund'] },
      closeRefund: { invalidatesTags: ['Refund'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      everyRefund: build.infiniteQuery<Refund[], undefined, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ pageParam }) => page('/refunds', pageParam),
        providesTags: ['Refund'],
      }),
    }),
  });
