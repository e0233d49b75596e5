import type {
  GetFitsApiResponse,
  GetFitsApiArg,
  GetGarageApiResponse,
  GetGarageApiArg,
  SaveGarageApiResponse,
  SaveGarageApiArg,
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
    getGarage: build.query<GetGarageApiResponse, GetGarageApiArg>({
      query: (queryArg) => ({
        url: `/garages/${encodeURIComponent(String(queryArg.email))}`,
      }),
    }),
    saveGarage: build.mutation<SaveGarageApiResponse, SaveGarageApiArg>({
      query: (queryArg) => ({
        url: `/garages/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
        body: queryArg.garageRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedVehiclesApi };
