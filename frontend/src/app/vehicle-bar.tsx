import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { VehicleBarProps } from '../features/vehicles/vehicle-bar';
import { fetched } from '../lib/fetched';
import { useNearView } from '../lib/use-near-view';
import { useSignOfLife } from '../lib/use-sign-of-life';
import { selectVehicle } from '../lib/vehicle/vehicle-slice';

const Bar = fetched(async () => (await import('../features/vehicles/vehicle-bar')).VehicleBar);

/** Prefetches the bar for a first screen that shows a car. */
export const fetchVehicleBar = () => Bar.fetchNow();

/**
 * The bar for choosing a car. It is in view on most first screens, so its space is reserved. The
 * chooser's code is loaded on the first interaction.
 */
export function VehicleBar(props: VehicleBarProps) {
  const { element, near } = useNearView<HTMLDivElement>('200px');
  const hasCar = useSelector(selectVehicle) !== null;
  const alive = useSignOfLife();
  const [pressed, setPressed] = useState(false);
  const wanted = hasCar || pressed || props.shown !== undefined || (near && alive);
  const room = (
    <div className="vehicle-bar">
      <p className="title">Parts that fit your car</p>
      <button
        type="button"
        className="btn open"
        onClick={() => {
          setPressed(true);
        }}
      >
        Choose your car
      </button>
    </div>
  );
  return (
    <div ref={element}>{wanted ? <Bar {...props} pressed={pressed} fallback={room} /> : room}</div>
  );
}
