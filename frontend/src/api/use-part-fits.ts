import type { GarageVehicle } from '../lib/vehicle/garage';
import { carNameOf, type PartFits } from '../lib/vehicle/part-fits';
import { codeOf } from './contract/problem';
import { vehiclesApi } from './vehicles';

/** Whether one part fits a car; makes no request without a car. */
export function usePartFits(part: string, vehicle: GarageVehicle | null): PartFits {
  const args = { vehicle: vehicle?.id ?? '', parts: part };
  const { currentData, error, isFetching, refetch } = vehiclesApi.useGetFitsQuery(args, {
    skip: vehicle === null,
  });
  const state =
    vehicle === null
      ? 'no-car'
      : codeOf(error) === 'no_such_vehicle'
        ? 'unknown-car'
        : currentData
          ? 'known'
          : error === undefined
            ? 'loading'
            : 'failed';
  return {
    state,
    verdict: currentData?.verdicts.find((one) => one.part === part),
    car: currentData && carNameOf(currentData.vehicle),
    fetching: isFetching,
    refetch: () => void refetch(),
  };
}
