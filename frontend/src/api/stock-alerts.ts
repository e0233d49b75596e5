import { generatedStockAlertsApi } from './contract/generated-stock-alerts';

/** Stock alerts for a sold-out part. A separate file, loaded on demand. */
export const stockAlertsApi = generatedStockAlertsApi.enhanceEndpoints({
  addTagTypes: ['Part'],
  endpoints: {
    // Refused when the part is back in stock or deleted.
    askForStockAlert: { invalidatesTags: (_, error) => (error === undefined ? [] : ['Part']) },
  },
});
