import { useSelector } from 'react-redux';
import { carNamed, vehiclesApi } from '../../api/vehicles';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { selectGarage } from '../../lib/vehicle/vehicle-slice';

/**
 * The vehicle that an address names, which wins over the visitor's own.
 * @param id its key; empty when it names none
 * @returns unknown: the shop has no such vehicle
 */
export function useShownVehicle(id: string): { vehicle?: GarageVehicle; unknown: boolean } {
  const { vehicles } = useSelector(selectGarage);
  const kept = vehicles.find((vehicle) => vehicle.id === id);
  const { currentData: named } = vehiclesApi.useGetVehicleNamesQuery(
    { vehicle: [id] },
    { skip: id === '' },
  );
  if (id === '') return { unknown: false };
  const [first] = named ?? [];
  if (first) return { vehicle: carNamed(first), unknown: false };
  // Until the shop has said what it is called, the garage knows, or its key tells.
  return named ? { unknown: true } : { vehicle: kept ?? { id }, unknown: false };
}
