import { useState } from 'react';
import { useSelector } from 'react-redux';
import { fetched } from '../lib/fetched';
import { selectVehicle } from '../lib/vehicle/vehicle-slice';

const Chip = fetched(async () => (await import('../features/vehicles/vehicle-chip')).VehicleChip);

/** The current car. Visitors without a car load nothing for it. */
export function VehicleChip() {
  const hasCar = useSelector(selectVehicle) !== null;
  // Stays when the car is removed: its sheet may be open, with the other cars.
  const [wanted, setWanted] = useState(hasCar);
  if (hasCar && !wanted) setWanted(true);
  return wanted && <Chip />;
}
