import { generatedCartsApi } from './generated-carts';
import type { Quote, QuotedLine } from './generated-types';

/** With the car that was asked about, whether or not the shop still knows it. */
export interface AskedLine extends QuotedLine {
  vehicle?: string;
}

/** Several parts at once. A file of its own, because most visits ask for none of it. */
export const cartsApi = generatedCartsApi.enhanceEndpoints({
  addTagTypes: ['Order', 'Part'],
  endpoints: {
    quote: {
      providesTags: ['Part'],
      // The lines come in the order in which they were sent.
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
    // A refusal usually means that what is on the screen is out of date.
    checkOut: { invalidatesTags: ['Order', 'Part'] },
  },
});
