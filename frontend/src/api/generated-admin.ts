import type {
  ListAuditApiResponse,
  ListAuditApiArg,
  ListFeedbackApiResponse,
  ListFeedbackApiArg,
  ListSubscribersApiResponse,
  ListSubscribersApiArg,
  ListMailsApiResponse,
  ListMailsApiArg,
  AddPartApiResponse,
  AddPartApiArg,
  DeletePartApiResponse,
  DeletePartApiArg,
  RefundOrderApiResponse,
  RefundOrderApiArg,
  CloseRefundApiResponse,
  CloseRefundApiArg,
  DeleteReviewApiResponse,
  DeleteReviewApiArg,
  ShipOrderApiResponse,
  ShipOrderApiArg,
  DeleteUnpaidOrderApiResponse,
  DeleteUnpaidOrderApiArg,
  ListUnmatchedPaymentsApiResponse,
  ListUnmatchedPaymentsApiArg,
  RefundUnmatchedPaymentApiResponse,
  RefundUnmatchedPaymentApiArg,
  MakeAdminApiResponse,
  MakeAdminApiArg,
  RemoveAdminApiResponse,
  RemoveAdminApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAudit: build.query<ListAuditApiResponse, ListAuditApiArg>({
      query: (queryArg) => ({
        url: `/audit`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    listFeedback: build.query<ListFeedbackApiResponse, ListFeedbackApiArg>({
      query: (queryArg) => ({
        url: `/feedback`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    listSubscribers: build.query<ListSubscribersApiResponse, ListSubscribersApiArg>({
      query: (queryArg) => ({
        url: `/newsletter`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    listMails: build.query<ListMailsApiResponse, ListMailsApiArg>({
      query: (queryArg) => ({
        url: `/outbox`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    addPart: build.mutation<AddPartApiResponse, AddPartApiArg>({
      query: (queryArg) => ({
        url: `/parts`,
        method: 'POST',
        body: queryArg.newPart,
      }),
    }),
    deletePart: build.mutation<DeletePartApiResponse, DeletePartApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    refundOrder: build.mutation<RefundOrderApiResponse, RefundOrderApiArg>({
      query: (queryArg) => ({
        url: `/refund/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        params: {
          afterShipping: queryArg.afterShipping,
        },
      }),
    }),
    closeRefund: build.mutation<CloseRefundApiResponse, CloseRefundApiArg>({
      query: (queryArg) => ({
        url: `/refunds/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
      }),
    }),
    deleteReview: build.mutation<DeleteReviewApiResponse, DeleteReviewApiArg>({
      query: (queryArg) => ({
        url: `/reviews/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    shipOrder: build.mutation<ShipOrderApiResponse, ShipOrderApiArg>({
      query: (queryArg) => ({
        url: `/ship/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.shipRequest,
      }),
    }),
    deleteUnpaidOrder: build.mutation<DeleteUnpaidOrderApiResponse, DeleteUnpaidOrderApiArg>({
      query: (queryArg) => ({
        url: `/ship/${encodeURIComponent(String(queryArg.id))}`,
        method: 'DELETE',
      }),
    }),
    listUnmatchedPayments: build.query<
      ListUnmatchedPaymentsApiResponse,
      ListUnmatchedPaymentsApiArg
    >({
      query: (queryArg) => ({
        url: `/unmatched-payments`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    refundUnmatchedPayment: build.mutation<
      RefundUnmatchedPaymentApiResponse,
      RefundUnmatchedPaymentApiArg
    >({
      query: (queryArg) => ({
        url: `/unmatched-payments/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
      }),
    }),
    makeAdmin: build.mutation<MakeAdminApiResponse, MakeAdminApiArg>({
      query: (queryArg) => ({
        url: `/user/admin/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
      }),
    }),
    removeAdmin: build.mutation<RemoveAdminApiResponse, RemoveAdminApiArg>({
      query: (queryArg) => ({
        url: `/user/admin/${encodeURIComponent(String(queryArg.email))}`,
        method: 'DELETE',
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAdminApi };
