import { Car, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useSelector } from 'react-redux';
import { useShopDispatch } from '../../api/session/session-hooks';
import { MAX_VEHICLES, nameOf, type GarageVehicle } from '../../lib/vehicle/garage';
import { selectGarage, vehicleRemoved } from '../../lib/vehicle/vehicle-slice';
import { Button } from '../../ui/controls/button';
import { Things } from '../../ui/data/exact';

interface GarageListProps {
  onChoose: (vehicle: GarageVehicle) => void;
  onAdd: () => void;
  /** The car is picked for one purpose; the current car does not change. */
  once?: boolean;
}

/** The user's cars: the current one, and the actions on each. */
export function GarageList({ onChoose, onAdd, once = false }: GarageListProps) {
  const { vehicles, chosen } = useSelector(selectGarage);
  const dispatch = useShopDispatch();
  const add = useRef<HTMLButtonElement>(null);
  const room = MAX_VEHICLES - vehicles.length;
  return (
    <div className="garage">
      {vehicles.length === 0 && <p>No car yet. Add yours to see which parts fit.</p>}
      <ul>
        {vehicles.map((vehicle) => (
          <li key={vehicle.id}>
            <Car className="icon" />
            <div>
              <p className="vehicle-name">{nameOf(vehicle)}</p>
              {vehicle.id === chosen && !once ? (
                <p className="hint">Your current car</p>
              ) : (
                <button
                  type="button"
                  className="link-button"
                  onClick={() => {
                    onChoose(vehicle);
                  }}
                >
                  {once ? 'Order for this car' : 'Shop for this car'}
                  <span className="sr-only">: {nameOf(vehicle)}</span>
                </button>
              )}
            </div>
            <button
              type="button"
              className="btn btn-square"
              aria-label={`Remove ${nameOf(vehicle)}`}
              onClick={() => {
                dispatch(vehicleRemoved(vehicle.id));
                // The button disappears with its car.
                add.current?.focus();
              }}
            >
              <Trash2 className="icon" />
            </button>
          </li>
        ))}
      </ul>
      <Button ref={add} icon={<Plus className="icon" />} onClick={onAdd}>
        Add a car
      </Button>
      <p className="hint">
        {room > 0 ? (
          <>
            Room for <Things of={room} one="more car" many="more cars" />.
          </>
        ) : (
          'Your garage is full: adding a car removes the oldest.'
        )}
      </p>
    </div>
  );
}
