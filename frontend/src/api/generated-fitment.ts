import type {
  GetFitsApiResponse,
  GetFitsApiArg,
  ListFitmentsApiResponse,
  ListFitmentsApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFits: build.query<GetFitsApiResponse, GetFitsApiArg>({
      query: (queryArg) => ({
        url: `/fits`,
        params: {
          vehicle: queryArg.vehicle,
          parts: queryArg.parts,
        },
      }),
    }),
    listFitments: build.query<ListFitmentsApiResponse, ListFitmentsApiArg>({
      query: (queryArg) => ({
        url: `/parts/${encodeURIComponent(String(queryArg.id))}/fitments`,
        params: {
          limit: queryArg.limit,
          after: queryArg.after,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedFitmentApi };
