import { useState, type ReactNode } from 'react';
import { fetched } from '../../lib/fetched';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import type { VehicleSheetProps } from './vehicle-sheet';

const Sheet = fetched(async () => (await import('./vehicle-sheet')).VehicleSheet);

/**
 * The sheet that cars are chosen in, fetched when it is first opened.
 * @param onChosen a car was chosen, and the sheet is closed
 * @param once it is for one thing only: the car that is shopped for stays it
 * @returns the sheet, and what opens it
 */
export function useVehicleSheet(onChosen?: (vehicle: GarageVehicle) => void, once?: boolean) {
  const [start, setStart] = useState<VehicleSheetProps['start'] | null>(null);
  const close = () => {
    setStart(null);
  };
  const sheet: ReactNode = start !== null && (
    <Sheet start={start} onClose={close} onChosen={onChosen} once={once} />
  );
  return { sheet, open: setStart };
}
