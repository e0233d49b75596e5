import { generatedAdminApi } from './generated-admin';
import type { AuditEntry, Refund } from './generated-types';
import { fromTheStart, page, type Cursor } from './pages';

/** What only admins ask for. A file of its own, so that nobody else loads it. */
export const adminApi = generatedAdminApi
  .enhanceEndpoints({
    addTagTypes: ['AuditEntry', 'Part', 'Order', 'Review', 'User', 'Refund', 'UnmatchedPayment'],
    endpoints: {
      addPart: { invalidatesTags: ['Part'] },
      deletePart: { invalidatesTags: ['Part'] },

      // Orders hold stock, so deleting one changes the parts as well.
      deleteUnpaidOrder: { invalidatesTags: ['Order', 'Part'] },
      shipOrder: { invalidatesTags: ['Order'] },
      refundOrder: { invalidatesTags: ['AuditEntry', 'Order', 'Part', 'Refund'] },
      closeRefund: { invalidatesTags: ['AuditEntry', 'Refund'] },
      listUnmatchedPayments: { providesTags: ['UnmatchedPayment'] },
      refundUnmatchedPayment: { invalidatesTags: ['AuditEntry', 'UnmatchedPayment'] },

      deleteReview: { invalidatesTags: ['AuditEntry', 'Review'] },
      makeAdmin: { invalidatesTags: ['AuditEntry', 'User'] },
      removeAdmin: { invalidatesTags: ['AuditEntry', 'User'] },
      listAudit: { providesTags: ['AuditEntry'] },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      everyAuditEntry: build.infiniteQuery<AuditEntry[], undefined, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ pageParam }) => page('/audit', pageParam),
        providesTags: ['AuditEntry'],
      }),
      everyRefund: build.infiniteQuery<Refund[], undefined, Cursor>({
        infiniteQueryOptions: fromTheStart,
        query: ({ pageParam }) => page('/refunds', pageParam),
        providesTags: ['Refund'],
      }),
    }),
  });
