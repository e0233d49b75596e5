import { shopApi } from './index';

/**
 * Taking roles back and reviews away. A file of its own, because only admins do it: nobody else is to
 * load it.
 */
export const moderationApi = shopApi.enhanceEndpoints({
  endpoints: {
    removeAdmin: { invalidatesTags: ['User'] },
    deleteReview: { invalidatesTags: ['Review'] },
  },
});
