import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useShopDispatch } from '../../api/session/session-hooks';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { selectGarage } from '../../lib/vehicle/vehicle-slice';

/** The shop's response for a key: null if there is no such vehicle. */
interface Named {
  id: string;
  vehicle: GarageVehicle | null;
}

/**
 * The vehicle in the URL, which takes precedence over the visitor's own.
 * @param id its key; empty for none
 * @returns `unknown` if the shop has no such vehicle
 */
export function useShownVehicle(id: string): { vehicle?: GarageVehicle; unknown: boolean } {
  const { vehicles } = useSelector(selectGarage);
  const dispatch = useShopDispatch();
  const [named, setNamed] = useState<Named | null>(null);

  useEffect(() => {
    if (id === '') return;
    let left = false;
    const ask = async () => {
      // Most visits have no vehicle in the URL, so this code is loaded on demand.
      const { vehiclesApi, carNamed } = await import('../../api/vehicles');
      const query = vehiclesApi.endpoints.getVehicleNames.initiate({ vehicle: [id] });
      const { data } = await dispatch(query);
      if (left || data === undefined) return;
      const [first] = data;
      setNamed({ id, vehicle: first ? carNamed(first) : null });
    };
    ask().catch(() => {
      // The name then comes from the garage or the key.
    });
    return () => {
      left = true;
    };
  }, [id, dispatch]);

  if (id === '') return { unknown: false };
  if (named?.id === id) {
    return named.vehicle ? { vehicle: named.vehicle, unknown: false } : { unknown: true };
  }
  // Until the shop has responded, the name comes from the garage or the key.
  return { vehicle: vehicles.find((vehicle) => vehicle.id === id) ?? { id }, unknown: false };
}
