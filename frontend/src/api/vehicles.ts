import type { GarageVehicle } from '../lib/vehicle/garage';
import { emptyApi } from './empty-api';

/** What people call a make, a model or an engine, by its key. */
export interface Named {
  id: string;
  name: string;
}
export interface NamedVehicle extends Named {
  year: number;
  make: Named;
  model: Named;
  engine?: Named;
}
interface GarageAnswer {
  revision: number;
  vehicles: string[];
  chosen?: string;
}
export interface Verdict {
  part: string;
  verdict: 'fits' | 'fits_if' | 'does_not_fit' | 'universal' | 'unknown';
  why?: 'no_data' | 'unclassified' | 'suspended';
  needs: { position?: string; pieces: number }[];
  anyOf: { engine?: Named; conditions: { id: string; words: string }[] }[];
  notes: string[];
}
interface Fits {
  vehicle: NamedVehicle;
  verdicts: Verdict[];
}
export interface Application {
  from: number;
  to: number;
  engine?: Named;
  position?: string;
  pieces?: number;
  conditions: { id: string; words: string; about: 'vehicle' | 'part' | 'unclassified' }[];
}
export interface ListedModel {
  make: Named;
  model: Named;
  applications: Application[];
}
export interface Fitments {
  models: ListedModel[];
  total: number;
  setAside: number;
}

/** Vehicles, and what fits them. A file of its own, because who has chosen no car asks for none of it. */
export const vehiclesApi = emptyApi
  .injectEndpoints({
    endpoints: (build) => ({
      listVehicleYears: build.query<number[], undefined>({
        query: () => ({ url: '/vehicles/years' }),
      }),
      listVehicleMakes: build.query<Named[], { year: number }>({
        query: (params) => ({ url: '/vehicles/makes', params }),
      }),
      listVehicleModels: build.query<Named[], { year: number; make: string }>({
        query: (params) => ({ url: '/vehicles/models', params }),
      }),
      listVehicleEngines: build.query<Named[], { year: number; model: string }>({
        query: (params) => ({ url: '/vehicles/engines', params }),
      }),
      getVehicleNames: build.query<NamedVehicle[], { vehicle: string[] }>({
        query: (params) => ({ url: '/vehicles/names', params }),
      }),
      getFits: build.query<Fits, { vehicle: string; parts: string }>({
        query: (params) => ({ url: '/fits', params }),
      }),
      getGarage: build.query<GarageAnswer, { email: string }>({
        query: ({ email }) => ({ url: `/garages/${encodeURIComponent(email)}` }),
      }),
      saveGarage: build.mutation<GarageAnswer, { email: string; garageRequest: GarageAnswer }>({
        query: ({ email, garageRequest }) => ({
          url: `/garages/${encodeURIComponent(email)}`,
          method: 'PUT',
          body: garageRequest,
        }),
      }),
    }),
  })
  .enhanceEndpoints({ addTagTypes: ['Part'], endpoints: { getFits: { providesTags: ['Part'] } } });

/** A vehicle as the garage keeps it. */
export const carNamed = ({ id, year, make, model, engine }: NamedVehicle): GarageVehicle => ({
  id,
  car: `${year} ${make.name} ${model.name}`,
  ...(engine && { engine: engine.name }),
});
