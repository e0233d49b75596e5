import { generatedHomeApi } from './generated-home';

/** What home asks for. A file of its own, because everybody who opens the shop loads it. */
export const homeApi = generatedHomeApi.enhanceEndpoints({
  addTagTypes: ['Part', 'Review'],
  endpoints: {
    listParts: { providesTags: ['Part'] },
    listReviews: { providesTags: ['Review'] },
  },
});
