import { generatedCartsApi } from './contract/generated-carts';
import type { Quote, QuotedLine } from './contract/generated-types';

/** With the car the line was quoted for, whether or not the shop still knows it. */
export interface AskedLine extends QuotedLine {
  vehicle?: string;
}

/** Calls about several parts at once. A separate file because most visits do not need it. */
export const cartsApi = generatedCartsApi.enhanceEndpoints({
  addTagTypes: ['Order', 'Part'],
  endpoints: {
    quote: {
      providesTags: ['Part'],
      // The lines come back in the order they were sent.
      transformResponse: (
        quote: Quote,
        _meta,
        { quoteRequest },
      ): Quote & { lines: AskedLine[] } => ({
        ...quote,
        lines: quote.lines.map((line, position) => {
          const vehicle = quoteRequest.lines[position]?.vehicle;
          return vehicle ? { ...line, vehicle } : line;
        }),
      }),
    },
    // A refusal usually means that the screen is out of date.
    checkOut: { invalidatesTags: ['Order', 'Part'] },
  },
});
