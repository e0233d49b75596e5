import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useShopDispatch } from '../../api/session-hooks';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { selectGarage } from '../../lib/vehicle/vehicle-slice';

/** What the shop said about a key: null when it has no such vehicle. */
interface Named {
  id: string;
  vehicle: GarageVehicle | null;
}

/**
 * The vehicle that an address names, which wins over the visitor's own.
 * @param id its key; empty when it names none
 * @returns unknown: the shop has no such vehicle
 */
export function useShownVehicle(id: string): { vehicle?: GarageVehicle; unknown: boolean } {
  const { vehicles } = useSelector(selectGarage);
  const dispatch = useShopDispatch();
  const [named, setNamed] = useState<Named | null>(null);

  useEffect(() => {
    if (id === '') return;
    let left = false;
    const ask = async () => {
      // Most visits name no vehicle, so they do not load what asks about them.
      const { vehiclesApi, carNamed } = await import('../../api/vehicles');
      const query = vehiclesApi.endpoints.getVehicleNames.initiate({ vehicle: [id] });
      const { data } = await dispatch(query);
      if (left || data === undefined) return;
      const [first] = data;
      setNamed({ id, vehicle: first ? carNamed(first) : null });
    };
    ask().catch(() => {
      // Then it is called what the garage, or its key, says.
    });
    return () => {
      left = true;
    };
  }, [id, dispatch]);

  if (id === '') return { unknown: false };
  if (named?.id === id) {
    return named.vehicle ? { vehicle: named.vehicle, unknown: false } : { unknown: true };
  }
  // Until the shop has said what it is called, the garage knows, or its key tells.
  return { vehicle: vehicles.find((vehicle) => vehicle.id === id) ?? { id }, unknown: false };
}
