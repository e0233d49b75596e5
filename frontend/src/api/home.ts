import { generatedHomeApi } from './contract/generated-home';

/** Calls for home. A separate file because every visitor to the shop loads it. */
export const homeApi = generatedHomeApi.enhanceEndpoints({
  addTagTypes: ['Part', 'Review'],
  endpoints: {
    listParts: { providesTags: ['Part'] },
    listReviews: { providesTags: ['Review'] },
  },
});
