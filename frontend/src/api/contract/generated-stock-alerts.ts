import type {
  AskForStockAlertApiResponse,
  AskForStockAlertApiArg,
  ConfirmStockAlertsApiResponse,
  ConfirmStockAlertsApiArg,
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
    confirmStockAlerts: build.mutation<ConfirmStockAlertsApiResponse, ConfirmStockAlertsApiArg>({
      query: (queryArg) => ({
        url: `/stock-alerts/confirm`,
        method: 'POST',
        body: queryArg.linkRequest,
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
