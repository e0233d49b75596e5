import { generatedCartsApi } from './generated-carts';

/** Several parts at once. A file of its own, because most visits ask for none of it. */
export const cartsApi = generatedCartsApi.enhanceEndpoints({
  addTagTypes: ['Order', 'Part'],
  endpoints: {
    quote: { providesTags: ['Part'] },
    // A refusal usually means that what is on the screen is out of date.
    checkOut: { invalidatesTags: ['Order', 'Part'] },
  },
});
