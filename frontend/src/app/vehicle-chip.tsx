import { useState } from 'react';
import { useSelector } from 'react-redux';
import { fetched } from '../lib/fetched';
import { selectVehicle } from '../lib/vehicle/vehicle-slice';

const Chip = fetched(async () => (await import('../features/vehicles/vehicle-chip')).VehicleChip);

/** The car that is shopped for. Who has chosen none loads nothing for it. */
export function VehicleChip() {
  const hasCar = useSelector(selectVehicle) !== null;
  // It stays when the car goes: its sheet may be open, with the others.
  const [wanted, setWanted] = useState(hasCar);
  if (hasCar && !wanted) setWanted(true);
  return wanted && <Chip />;
}
