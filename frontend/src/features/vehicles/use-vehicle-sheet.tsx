import { useState, type ReactNode } from 'react';
import { fetched } from '../../lib/fetched';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import type { VehicleSheetProps } from './vehicle-sheet';

const Sheet = fetched(async () => (await import('./vehicle-sheet')).VehicleSheet);

/**
 * The sheet for choosing a car, loaded when it is first opened.
 * @param onChosen called when a car was chosen and the sheet is closed
 * @param once the choice is for one purpose; the current car does not change
 * @returns the sheet, and functions to open it
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
