import type { GarageVehicle } from '../lib/vehicle/garage';
import type { Fitments, Vehicle } from './generated-types';
import { generatedVehiclesApi } from './generated-vehicles';

/** How many models a table of what a part fits shows at a time. */
export const FITMENTS_STEP = 50;

/** Vehicles, and what fits them. A file of its own, because who has chosen no car asks for none of it. */
export const vehiclesApi = generatedVehiclesApi
  .injectEndpoints({
    endpoints: (build) => ({
      /** What vehicles are called, several at once. */
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

/** A vehicle as the garage keeps it. */
export const carNamed = ({ id, year, make, model, engine }: Vehicle): GarageVehicle => ({
  id,
  car: `${year} ${make.name} ${model.name}`,
  ...(engine && { engine: engine.name }),
});
