import type { ShopCall } from './contract/base-query';
import { generatedReturnsApi } from './contract/generated-returns';
import type { Return } from './contract/generated-types';

/** A return's id, with its order's id if an emailed link opened the order. */
interface ReturnKey {
  id: string;
  order?: string;
}

/** The order is sent because its link permits the call. The server needs only the return's id. */
const aboutReturn = ({ id, order }: ReturnKey): ShopCall => ({
  url: `/returns/${encodeURIComponent(id)}`,
  order,
});

/** Returns of pieces of an order. A separate file because most visits do not need it. */
export const returnsApi = generatedReturnsApi
  .enhanceEndpoints({
    addTagTypes: ['AuditEntry', 'Core', 'Order', 'Part', 'Refund', 'Return', 'StockMovement'],
    endpoints: {
      listCoresOf: { providesTags: ['Core'] },
      listReturnsOf: { providesTags: ['Return'] },
      // Its amounts depend on the other refunds of the order.
      previewReturn: { keepUnusedDataFor: 0 },
      // A refusal usually means that the screen is out of date.
      requestReturn: { invalidatesTags: ['Order', 'Return'] },
      // Receiving refunds the accepted pieces and puts them back into stock.
      decideReturn: {
        invalidatesTags: [
          'AuditEntry',
          'Core',
          'Order',
          'Part',
          'Refund',
          'Return',
          'StockMovement',
        ],
      },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      returnById: build.query<Return, ReturnKey>({
        query: aboutReturn,
        providesTags: ['Return'],
      }),
      cancelReturn: build.mutation<Return, ReturnKey>({
        query: (key) => ({ ...aboutReturn(key), method: 'PUT', body: { decision: 'cancel' } }),
        invalidatesTags: ['Return'],
      }),
    }),
  });
