import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSelector } from 'react-redux';
import { useShopDispatch } from '../../api/session/session-hooks';
import { paths } from '../../lib/paths';
import { selectMember } from '../../lib/session/session-slice';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { selectGarage, vehicleAdded, vehicleChosen } from '../../lib/vehicle/vehicle-slice';
import { Link } from '../../ui/controls/link';
import { Exact } from '../../ui/data/exact';
import { GarageList } from './garage-list';
import { BrowserOnlyNote } from './browser-only-note';
import { VehicleSteps } from './vehicle-steps';

export interface VehicleSheetProps {
  /** The initial view. */
  start: 'choose' | 'garage';
  onClose: () => void;
  onChosen?: (vehicle: GarageVehicle) => void;
  /** The choice is for one purpose; the current car does not change. */
  once?: boolean;
}

/** A modal for choosing a car step by step, and for the garage. Mounted means open. */
export function VehicleSheet({ start, onClose, onChosen, once = false }: VehicleSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const dispatch = useShopDispatch();
  const [view, setView] = useState(start);
  const count = useSelector(selectGarage).vehicles.length;
  const isMember = useSelector(selectMember) !== null;

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A layout effect, because only a dialog that is still in the document can restore the focus.
    return () => {
      element?.close();
    };
  }, []);

  const choose = (vehicle: GarageVehicle) => {
    dispatch(once ? vehicleAdded(vehicle) : vehicleChosen(vehicle));
    onClose();
    onChosen?.(vehicle);
  };
  const isGarage = view === 'garage';

  // A portal: on phones the bar's links are a popover, which would hide its content.
  return createPortal(
    <dialog
      ref={dialog}
      className="drawer"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={heading}>{isGarage ? 'My Garage' : 'Choose your car'}</h2>
        <button type="button" className="btn btn-square" aria-label="Close" onClick={onClose}>
          <X className="icon" />
        </button>
      </header>
      <div className="drawer-content">
        {isGarage ? (
          <GarageList
            once={once}
            onChoose={choose}
            onAdd={() => {
              setView('choose');
            }}
          />
        ) : (
          <VehicleSteps onChoose={choose} />
        )}
      </div>
      {isGarage && (
        <footer>
          {!isMember && <BrowserOnlyNote onLeave={onClose} />}
          <Link
            className="text-link"
            to={isMember ? paths.garage : paths.guestGarage}
            onClick={onClose}
          >
            My Garage
          </Link>
        </footer>
      )}
      {!isGarage && count > 0 && (
        <footer>
          <button
            type="button"
            className="btn"
            onClick={() => {
              setView('garage');
            }}
          >
            <span>
              My Garage (<Exact value={count} />)
            </span>
          </button>
        </footer>
      )}
    </dialog>,
    document.body,
  );
}
