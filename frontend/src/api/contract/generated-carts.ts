import type {
  GetCartApiResponse,
  GetCartApiArg,
  SaveCartApiResponse,
  SaveCartApiArg,
  CheckOutApiResponse,
  CheckOutApiArg,
  QuoteApiResponse,
  QuoteApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCart: build.query<GetCartApiResponse, GetCartApiArg>({
      query: (queryArg) => ({
        url: `/carts/${encodeURIComponent(String(queryArg.email))}`,
      }),
    }),
    saveCart: build.mutation<SaveCartApiResponse, SaveCartApiArg>({
      query: (queryArg) => ({
        url: `/carts/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
        body: queryArg.cartRequest,
      }),
    }),
    checkOut: build.mutation<CheckOutApiResponse, CheckOutApiArg>({
      query: (queryArg) => ({
        url: `/checkouts`,
        method: 'POST',
        body: queryArg.checkoutRequest,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    quote: build.query<QuoteApiResponse, QuoteApiArg>({
      query: (queryArg) => ({
        url: `/quotes`,
        method: 'POST',
        body: queryArg.quoteRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedCartsApi };
