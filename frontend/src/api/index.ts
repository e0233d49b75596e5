import { generatedApi } from './contract/generated';

/**
 * Which calls invalidate which cached responses. A refused call counts too: a refusal usually means
 * that the screen is out of date.
 */
export const shopApi = generatedApi.enhanceEndpoints({
  addTagTypes: ['Brand', 'Category', 'Part', 'Order', 'Review', 'User'],
  endpoints: {
    getPart: { providesTags: ['Part'] },
    getListing: { providesTags: ['Part'] },
    listBrands: { providesTags: ['Brand'] },
    listCategories: { providesTags: ['Category'] },
    searchParts: { providesTags: ['Part'] },

    listOrdersOf: { providesTags: ['Order'] },
    getOrder: { providesTags: ['Order'] },

    // Orders reserve stock, so placing or deleting one changes the parts as well.
    placeOrder: { invalidatesTags: ['Order', 'Part'] },
    deleteOrder: { invalidatesTags: ['Order', 'Part'] },
    confirmBooking: { invalidatesTags: ['Order'] },

    addReview: { invalidatesTags: ['Review'] },

    getUser: { providesTags: ['User'] },
    updateProfile: { invalidatesTags: ['User'] },
  },
});
