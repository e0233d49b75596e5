import { Car } from 'lucide-react';
import { useSelector } from 'react-redux';
import { selectVehicle } from '../../lib/vehicle/vehicle-slice';
import { useVehicleSheet } from './use-vehicle-sheet';

/** Opens the sheet for choosing a car, where there is no room for a bar. */
export function ChooseVehicle() {
  const vehicle = useSelector(selectVehicle);
  const { sheet, open } = useVehicleSheet();
  return (
    <>
      <button
        type="button"
        className={vehicle ? 'link-button' : 'btn'}
        onClick={() => {
          open(vehicle ? 'garage' : 'choose');
        }}
      >
        {!vehicle && <Car className="icon" />}
        {vehicle ? 'Change car' : 'Choose your car'}
      </button>
      {sheet}
    </>
  );
}
