import type { GarageVehicle } from '../lib/vehicle/garage';
import type { Fitments, Vehicle } from './contract/generated-types';
import { generatedVehiclesApi } from './contract/generated-vehicles';

/** Page size of a table of the models a part fits. */
export const FITMENTS_STEP = 50;

/** Vehicles and fitment. A separate file because visitors without a car do not need it. */
export const vehiclesApi = generatedVehiclesApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** The names of several vehicles. */
      getVehicleNames: build.query<Vehicle[], { vehicle: string[] }>({
        query: (params) => ({ url: '/vehicles/names', params }),
      }),
      fitments: build.infiniteQuery<Fitments, { id: string }, string | undefined>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: ({ models }) =>
            models.length < FITMENTS_STEP ? undefined : models.at(-1)?.model.id,
        },
        query: ({ queryArg, pageParam }) => ({
          url: `/parts/${encodeURIComponent(queryArg.id)}/fitments`,
          params: { limit: FITMENTS_STEP, after: pageParam },
        }),
      }),
      fitmentsOfModel: build.query<Fitments, { id: string; model: string }>({
        query: ({ id, model }) => ({
          url: `/parts/${encodeURIComponent(id)}/fitments`,
          params: { model },
        }),
      }),
    }),
  })
  .enhanceEndpoints({
    addTagTypes: ['Part'],
    endpoints: {
      getFits: { providesTags: ['Part'] },
      fitments: { providesTags: ['Part'] },
      fitmentsOfModel: { providesTags: ['Part'] },
    },
  });

/** A vehicle in the garage's format. */
export const carNamed = ({ id, year, make, model, engine }: Vehicle): GarageVehicle => ({
  id,
  car: `${year} ${make.name} ${model.name}`,
  ...(engine && { engine: engine.name }),
});
