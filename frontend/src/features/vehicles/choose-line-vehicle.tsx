import { useSelector } from 'react-redux';
import { selectGarage } from '../../lib/vehicle/vehicle-slice';
import { useVehicleSheet } from './use-vehicle-sheet';

interface ChooseLineVehicleProps {
  /** The line's car. */
  vehicle?: string;
  /** The part's title, so that screen readers can distinguish several of these. */
  title: string;
  onChoose: (vehicle: string) => void;
}

/** Chooses the car for a line of the cart. The current car does not change. */
export function ChooseLineVehicle({ vehicle, title, onChoose }: ChooseLineVehicleProps) {
  const count = useSelector(selectGarage).vehicles.length;
  const { sheet, open } = useVehicleSheet((chosen) => {
    onChoose(chosen.id);
  }, true);
  return (
    <>
      <button
        type="button"
        className="link-button"
        onClick={() => {
          open(count > 0 ? 'garage' : 'choose');
        }}
      >
        {vehicle === undefined ? 'Choose a car' : 'Choose another car'}
        <span className="sr-only">: {title}</span>
      </button>
      {sheet}
    </>
  );
}
