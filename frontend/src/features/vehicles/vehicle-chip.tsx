import { Car, X } from 'lucide-react';
import { useSelector } from 'react-redux';
import { useShopDispatch } from '../../api/session/session-hooks';
import { nameOf } from '../../lib/vehicle/garage';
import { selectVehicle, vehicleDropped } from '../../lib/vehicle/vehicle-slice';
import { useVehicleSheet } from './use-vehicle-sheet';

/** The current car, in the navbar; renders nothing without one. */
export function VehicleChip() {
  const vehicle = useSelector(selectVehicle);
  const dispatch = useShopDispatch();
  const { sheet, open } = useVehicleSheet();
  return (
    <>
      {vehicle && (
        <div className="vehicle-chip">
          <button
            type="button"
            className="btn"
            aria-label={`Your car: ${nameOf(vehicle)}. Change`}
            onClick={() => {
              open('garage');
            }}
          >
            <Car className="icon" />
            <span>{nameOf(vehicle)}</span>
          </button>
          <DropVehicle
            onDrop={() => {
              dispatch(vehicleDropped());
            }}
          />
        </div>
      )}
      {sheet}
    </>
  );
}

/** Clears the current car. */
export function DropVehicle({ onDrop }: { onDrop: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-square"
      aria-label="Stop filtering by car"
      onClick={onDrop}
    >
      <X className="icon" />
    </button>
  );
}
