import type {
  ListPartsApiResponse,
  ListPartsApiArg,
  ListReviewsApiResponse,
  ListReviewsApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listParts: build.query<ListPartsApiResponse, ListPartsApiArg>({
      query: (queryArg) => ({
        url: `/parts`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
    listReviews: build.query<ListReviewsApiResponse, ListReviewsApiArg>({
      query: (queryArg) => ({
        url: `/reviews`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedHomeApi };
