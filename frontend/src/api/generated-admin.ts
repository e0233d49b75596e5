import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
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
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAdminApi };
export type ListUnmatchedPaymentsApiResponse = /** status 200 undefined */ UnmatchedPayment[];
export type ListUnmatchedPaymentsApiArg = {
  /** The most items to return, 1 to 1000. */
  limit?: number;
  /** The `transactionId` of the last item of the page before. */
  after?: string;
};
export type RefundUnmatchedPaymentApiResponse = /** status 200 undefined */ Modified;
export type RefundUnmatchedPaymentApiArg = {
  /** The payment provider's id of the payment */
  id: string;
};
export type UnmatchedPayment = {
  /** How much came, in dollars. */
  amount: number;
  /** When an admin said that it goes back, in UTC; absent until then. */
  confirmedAt?: string | null;
  /** How often the payment provider could not give it back. */
  failures: number;
  /** When the shop found it, in UTC. */
  foundAt: string;
  /** The `_id` of the order it was made for, which this shop does not know. */
  order: string;
  /** The payment provider's id of the payment. */
  transactionId: string;
};
export type Code =
  | 'malformed_body'
  | 'invalid_fields'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'uri_too_long'
  | 'headers_too_large'
  | 'request_timeout'
  | 'not_found'
  | 'method_not_allowed'
  | 'unauthenticated'
  | 'sign_in_over'
  | 'forbidden'
  | 'not_your_address'
  | 'address_taken'
  | 'address_not_confirmed'
  | 'last_admin'
  | 'rate_limited'
  | 'price_changed'
  | 'below_minimum'
  | 'out_of_stock'
  | 'unpaid_limit'
  | 'total_not_payable'
  | 'idempotency_key_reused'
  | 'which_order'
  | 'refund_under_way'
  | 'payment_disputed'
  | 'dispute_lost'
  | 'shipping_needs_confirmation'
  | 'order_already_paid'
  | 'order_already_shipped'
  | 'order_deleted'
  | 'order_refunded'
  | 'order_not_paid'
  | 'reservation_lapsed'
  | 'reservation_held'
  | 'payment_not_completed'
  | 'payment_mismatch'
  | 'payment_given_back'
  | 'payment_refused'
  | 'payment_unavailable'
  | 'bad_signature'
  | 'already_reviewed_today'
  | 'newsletter_link_invalid'
  | 'identity_unavailable'
  | 'unavailable'
  | 'outcome_unknown'
  | 'internal';
export type FieldProblem = {
  /** A stable word for programs. */
  code: string;
  /** Its name, as in the request. */
  field: string;
  /** What is wrong with it: "price must be a number". */
  message: string;
};
export type Problem = {
  /** What went wrong: a stable word for programs. */
  code: Code;
  /** What went wrong this time, for people. */
  detail: string;
  /** The fields that are not right. */
  fields?: FieldProblem[];
  /** The HTTP status. */
  status: number;
  /** What the code means, for everybody alike. */
  title: string;
  /** The code as a URN. */
  type: string;
};
export type Modified = {
  /** Always true. */
  acknowledged: boolean;
  /** Always 1: what does not exist is a problem instead. */
  matchedCount: number;
  /** 1, or 0 when it was so before. */
  modifiedCount: number;
};
export const { useListUnmatchedPaymentsQuery, useRefundUnmatchedPaymentMutation } = injectedRtkApi;
