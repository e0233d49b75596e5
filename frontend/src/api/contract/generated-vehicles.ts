import type {
  GetFitsApiResponse,
  GetFitsApiArg,
  GetGarageApiResponse,
  GetGarageApiArg,
  SaveGarageApiResponse,
  SaveGarageApiArg,
  ListVehicleEnginesApiResponse,
  ListVehicleEnginesApiArg,
  ListVehicleMakesApiResponse,
  ListVehicleMakesApiArg,
  ListVehicleModelsApiResponse,
  ListVehicleModelsApiArg,
  ListVehicleYearsApiResponse,
  ListVehicleYearsApiArg,
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
    listVehicleEngines: build.query<ListVehicleEnginesApiResponse, ListVehicleEnginesApiArg>({
      query: (queryArg) => ({
        url: `/vehicles/engines`,
        params: {
          year: queryArg.year,
          model: queryArg.model,
        },
      }),
    }),
    listVehicleMakes: build.query<ListVehicleMakesApiResponse, ListVehicleMakesApiArg>({
      query: (queryArg) => ({
        url: `/vehicles/makes`,
        params: {
          year: queryArg.year,
        },
      }),
    }),
    listVehicleModels: build.query<ListVehicleModelsApiResponse, ListVehicleModelsApiArg>({
      query: (queryArg) => ({
        url: `/vehicles/models`,
        params: {
          year: queryArg.year,
          make: queryArg.make,
        },
      }),
    }),
    listVehicleYears: build.query<ListVehicleYearsApiResponse, ListVehicleYearsApiArg>({
      query: () => ({ url: `/vehicles/years` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedVehiclesApi };
