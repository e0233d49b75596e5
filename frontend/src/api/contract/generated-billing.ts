import type { ListDocumentsApiResponse, ListDocumentsApiArg } from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDocuments: build.query<ListDocumentsApiResponse, ListDocumentsApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/documents`,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedBillingApi };
