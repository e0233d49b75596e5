import { generatedAdminApi } from './generated-admin';

/** Payments that came for orders the shop does not know; only admins ask for them. */
export const unmatchedApi = generatedAdminApi.enhanceEndpoints({
  addTagTypes: ['UnmatchedPayment'],
  endpoints: {
    listUnmatchedPayments: { providesTags: ['UnmatchedPayment'] },
    refundUnmatchedPayment: { invalidatesTags: ['UnmatchedPayment'] },
  },
});
