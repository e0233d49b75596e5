import { generatedStockAlertsApi } from './generated-stock-alerts';

/** Who waits for a sold-out part. A file of its own, so that nobody else loads it. */
export const stockAlertsApi = generatedStockAlertsApi.enhanceEndpoints({
  addTagTypes: ['Part'],
  endpoints: {
    // Refused when the part is back already, or gone.
    askForStockAlert: { invalidatesTags: (_, error) => (error === undefined ? [] : ['Part']) },
  },
});
