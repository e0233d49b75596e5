import type {
  ListCoresOfApiResponse,
  ListCoresOfApiArg,
  PreviewReturnApiResponse,
  PreviewReturnApiArg,
  ListReturnsOfApiResponse,
  ListReturnsOfApiArg,
  RequestReturnApiResponse,
  RequestReturnApiArg,
  GetReturnApiResponse,
  GetReturnApiArg,
  DecideReturnApiResponse,
  DecideReturnApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCoresOf: build.query<ListCoresOfApiResponse, ListCoresOfApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/cores`,
      }),
    }),
    previewReturn: build.query<PreviewReturnApiResponse, PreviewReturnApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/return-previews`,
        method: 'POST',
        body: queryArg.returnRequest,
      }),
    }),
    listReturnsOf: build.query<ListReturnsOfApiResponse, ListReturnsOfApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/returns`,
      }),
    }),
    requestReturn: build.mutation<RequestReturnApiResponse, RequestReturnApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/returns`,
        method: 'POST',
        body: queryArg.returnRequest,
      }),
    }),
    getReturn: build.query<GetReturnApiResponse, GetReturnApiArg>({
      query: (queryArg) => ({
        url: `/returns/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    decideReturn: build.mutation<DecideReturnApiResponse, DecideReturnApiArg>({
      query: (queryArg) => ({
        url: `/returns/${encodeURIComponent(String(queryArg.id))}`,
        method: 'PUT',
        body: queryArg.returnChange,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedReturnsApi };
