import type {
  IsAdminApiResponse,
  IsAdminApiArg,
  ConfirmBookingApiResponse,
  ConfirmBookingApiArg,
  ListBrandsApiResponse,
  ListBrandsApiArg,
  ListCategoriesApiResponse,
  ListCategoriesApiArg,
  GetConfigApiResponse,
  GetConfigApiArg,
  CreatePaymentIntentApiResponse,
  CreatePaymentIntentApiArg,
  SendFeedbackApiResponse,
  SendFeedbackApiArg,
  JoinNewsletterApiResponse,
  JoinNewsletterApiArg,
  ConfirmNewsletterApiResponse,
  ConfirmNewsletterApiArg,
  LeaveNewsletterApiResponse,
  LeaveNewsletterApiArg,
  GetOrderApiResponse,
  GetOrderApiArg,
  RevokeOrderLinksApiResponse,
  RevokeOrderLinksApiArg,
  PlaceOrderApiResponse,
  PlaceOrderApiArg,
  ListOrdersOfApiResponse,
  ListOrdersOfApiArg,
  DeleteOrderApiResponse,
  DeleteOrderApiArg,
  GetPartApiResponse,
  GetPartApiArg,
  GetListingApiResponse,
  GetListingApiArg,
  AddReviewApiResponse,
  AddReviewApiArg,
  SearchPartsApiResponse,
  SearchPartsApiArg,
  SuggestApiResponse,
  SuggestApiArg,
  SignOutEverywhereApiResponse,
  SignOutEverywhereApiArg,
  UpdateProfileApiResponse,
  UpdateProfileApiArg,
  GetUserApiResponse,
  GetUserApiArg,
  DeleteAccountApiResponse,
  DeleteAccountApiArg,
  GetPersonalDataApiResponse,
  GetPersonalDataApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    isAdmin: build.query<IsAdminApiResponse, IsAdminApiArg>({
      query: (queryArg) => ({
        url: `/admin/${encodeURIComponent(String(queryArg.email))}`,
      }),
    }),
    confirmBooking: build.mutation<ConfirmBookingApiResponse, ConfirmBookingApiArg>({
      query: (queryArg) => ({
        url: `/booking/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PATCH',
        body: queryArg.bookingRequest,
      }),
    }),
    listBrands: build.query<ListBrandsApiResponse, ListBrandsApiArg>({
      query: () => ({ url: `/brands` }),
    }),
    listCategories: build.query<ListCategoriesApiResponse, ListCategoriesApiArg>({
      query: () => ({ url: `/categories` }),
    }),
    getConfig: build.query<GetConfigApiResponse, GetConfigApiArg>({
      query: () => ({ url: `/config` }),
    }),
    createPaymentIntent: build.query<CreatePaymentIntentApiResponse, CreatePaymentIntentApiArg>({
      query: (queryArg) => ({
        url: `/create-payment-intent`,
        method: 'POST',
        body: queryArg.paymentIntentRequest,
      }),
    }),
    sendFeedback: build.mutation<SendFeedbackApiResponse, SendFeedbackApiArg>({
      query: (queryArg) => ({
        url: `/feedback`,
        method: 'POST',
        body: queryArg.newFeedback,
      }),
    }),
    joinNewsletter: build.mutation<JoinNewsletterApiResponse, JoinNewsletterApiArg>({
      query: (queryArg) => ({
        url: `/newsletter`,
        method: 'POST',
        body: queryArg.joinRequest,
      }),
    }),
    confirmNewsletter: build.mutation<ConfirmNewsletterApiResponse, ConfirmNewsletterApiArg>({
      query: (queryArg) => ({
        url: `/newsletter/confirm`,
        method: 'POST',
        body: queryArg.linkRequest,
      }),
    }),
    leaveNewsletter: build.mutation<LeaveNewsletterApiResponse, LeaveNewsletterApiArg>({
      query: (queryArg) => ({
        url: `/newsletter/leave`,
        method: 'POST',
        body: queryArg.linkRequest,
      }),
    }),
    getOrder: build.query<GetOrderApiResponse, GetOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    revokeOrderLinks: build.mutation<RevokeOrderLinksApiResponse, RevokeOrderLinksApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/links`,
        method: 'DELETE',
      }),
    }),
    placeOrder: build.mutation<PlaceOrderApiResponse, PlaceOrderApiArg>({
      query: (queryArg) => ({
        url: `/orders`,
        method: 'POST',
        body: queryArg.newOrder,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    listOrdersOf: build.query<ListOrdersOfApiResponse, ListOrdersOfApiArg>({
      query: (queryArg) => ({
        url: `/orders/${encodeURIComponent(String(queryArg.key))}`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    deleteOrder: build.mutation<DeleteOrderApiResponse, DeleteOrderApiArg>({
      query: (queryArg) => ({
        url: `/orders/${encodeURIComponent(String(queryArg.key))}`,
        method: 'DELETE',
      }),
    }),
    getPart: build.query<GetPartApiResponse, GetPartApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    getListing: build.query<GetListingApiResponse, GetListingApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/listing`,
      }),
    }),
    addReview: build.mutation<AddReviewApiResponse, AddReviewApiArg>({
      query: (queryArg) => ({
        url: `/reviews`,
        method: 'POST',
        body: queryArg.newReview,
      }),
    }),
    searchParts: build.query<SearchPartsApiResponse, SearchPartsApiArg>({
      query: (queryArg) => ({
        url: `/search`,
        params: {
          q: queryArg.q,
          category: queryArg.category,
          brand: queryArg.brand,
          condition: queryArg.condition,
          priceFrom: queryArg.priceFrom,
          priceTo: queryArg.priceTo,
          attribute: queryArg.attribute,
          vehicle: queryArg.vehicle,
          inStock: queryArg.inStock,
          sort: queryArg.sort,
          after: queryArg.after,
          limit: queryArg.limit,
        },
      }),
    }),
    suggest: build.query<SuggestApiResponse, SuggestApiArg>({
      query: (queryArg) => ({
        url: `/search/suggestions`,
        params: {
          q: queryArg.q,
        },
      }),
    }),
    signOutEverywhere: build.mutation<SignOutEverywhereApiResponse, SignOutEverywhereApiArg>({
      query: (queryArg) => ({
        url: `/sessions/${encodeURIComponent(String(queryArg.email))}`,
        method: 'DELETE',
      }),
    }),
    updateProfile: build.mutation<UpdateProfileApiResponse, UpdateProfileApiArg>({
      query: (queryArg) => ({
        url: `/updateuser/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
        body: queryArg.profileRequest,
      }),
    }),
    getUser: build.query<GetUserApiResponse, GetUserApiArg>({
      query: (queryArg) => ({
        url: `/users/${encodeURIComponent(String(queryArg.email))}`,
      }),
    }),
    deleteAccount: build.mutation<DeleteAccountApiResponse, DeleteAccountApiArg>({
      query: (queryArg) => ({
        url: `/users/${encodeURIComponent(String(queryArg.email))}`,
        method: 'DELETE',
      }),
    }),
    getPersonalData: build.query<GetPersonalDataApiResponse, GetPersonalDataApiArg>({
      query: (queryArg) => ({
        url: `/users/${encodeURIComponent(String(queryArg.email))}/data`,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
