import type {
  AskForStockAlertApiResponse,
  AskForStockAlertApiArg,
  StopStockAlertsApiResponse,
  StopStockAlertsApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    askForStockAlert: build.mutation<AskForStockAlertApiResponse, AskForStockAlertApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/stock-alerts`,
        method: 'POST',
        body: queryArg.stockAlertRequest,
      }),
    }),
    stopStockAlerts: build.mutation<StopStockAlertsApiResponse, StopStockAlertsApiArg>({
      query: (queryArg) => ({
        url: `/stock-alerts/stop`,
        method: 'POST',
        body: queryArg.linkRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedStockAlertsApi };
