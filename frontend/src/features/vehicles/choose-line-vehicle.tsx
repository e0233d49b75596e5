import { useSelector } from 'react-redux';
import { selectGarage } from '../../lib/vehicle/vehicle-slice';
import { useVehicleSheet } from './use-vehicle-sheet';

interface ChooseLineVehicleProps {
  /** The car that the line is for. */
  vehicle?: string;
  /** What the part is called, for those who hear several of these. */
  title: string;
  onChoose: (vehicle: string) => void;
}

/** Says which car a line of the cart is for. The car that is shopped for stays it. */
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
        {vehicle === undefined ? 'For a car' : 'For another car'}
        <span className="sr-only">: {title}</span>
      </button>
      {sheet}
    </>
  );
}
