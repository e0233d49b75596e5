import { Car } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useShopDispatch } from '../../api/session/session-hooks';
import { paths } from '../../lib/paths';
import { fetched } from '../../lib/fetched';
import { useMediaQuery } from '../../lib/use-media-query';
import { useNearView } from '../../lib/use-near-view';
import { carOf, nameOf, type GarageVehicle } from '../../lib/vehicle/garage';
import { selectVehicle, vehicleChosen, vehicleDropped } from '../../lib/vehicle/vehicle-slice';
import { Link } from '../../ui/controls/link';
import { useVehicleSheet } from './use-vehicle-sheet';
import { DropVehicle } from './vehicle-chip';

export interface VehicleBarProps {
  /** Returns the path of the parts for a vehicle. */
  addressFor?: (vehicle: string) => string;
  /**
   * The vehicle whose parts the screen shows, regardless of the visitor's own, and a link to all
   * parts.
   */
  shown?: { vehicle: GarageVehicle; allParts: string };
  /** The visitor tried to choose a car before the bar had loaded. */
  pressed?: boolean;
}

/** Minimum width for four selects in a row. */
const HAS_ROOM = '(min-width: 64em)';

const Picker = fetched(async () => (await import('./vehicle-picker')).VehiclePicker);

/**
 * Chooses the visitor's car and shows the current one. Its space is reserved from the first paint;
 * the chooser is loaded when it is about to scroll into view.
 */
export function VehicleBar(props: VehicleBarProps) {
  const { addressFor = paths.partsFor, shown, pressed = false } = props;
  const own = useSelector(selectVehicle);
  const vehicle = shown?.vehicle ?? own;
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const [inUse, setInUse] = useState(false);
  const name = useRef<HTMLParagraphElement>(null);
  const wide = useMediaQuery(HAS_ROOM);
  const { element, near } = useNearView<HTMLDivElement>('0px');
  // A form in use stays when another tab chooses a car.
  const choosing = vehicle === null || inUse;

  /** Whether the car was chosen here, not in another tab. */
  const chosenHere = useRef(false);
  useEffect(() => {
    if (chosenHere.current) name.current?.focus();
    chosenHere.current = false;
  }, [vehicle?.id]);

  const { sheet, open } = useVehicleSheet((chosen) => {
    chosenHere.current = true;
    if (shown) void navigate(addressFor(chosen.id));
  });

  useEffect(() => {
    if (pressed) open('choose');
  }, [pressed, open]);

  const opener = (
    <button
      type="button"
      className="btn open"
      onClick={() => {
        open('choose');
      }}
    >
      <Car className="icon" />
      Choose your car
    </button>
  );
  return (
    <div className={choosing ? 'vehicle-bar' : 'vehicle-bar has'} ref={element}>
      {!choosing && (
        <>
          <div>
            <p className="hint">{shown ? 'Parts for' : 'Your car'}</p>
            <p className="name" ref={name} tabIndex={-1}>
              {nameOf(vehicle)}
            </p>
          </div>
          <div className="actions">
            {shown && own?.id !== vehicle.id && (
              <button
                type="button"
                className="btn btn-primary"
                onClick={() => {
                  dispatch(vehicleChosen(vehicle));
                  name.current?.focus();
                }}
              >
                Shop for this car
              </button>
            )}
            {shown ? (
              <Link className="btn" to={shown.allParts}>
                Show all parts
              </Link>
            ) : (
              <Link className="btn btn-primary" to={addressFor(vehicle.id)}>
                Show parts<span className="sr-only"> for your {carOf(vehicle)}</span>
              </Link>
            )}
            <button
              type="button"
              className="btn"
              onClick={() => {
                open('choose');
              }}
            >
              Change
            </button>
            {!shown && (
              <DropVehicle
                onDrop={() => {
                  dispatch(vehicleDropped());
                }}
              />
            )}
          </div>
        </>
      )}
      {choosing &&
        (wide && near ? (
          <Picker
            fallback={opener}
            onBegin={() => {
              setInUse(true);
            }}
            onChoose={(chosen) => {
              setInUse(false);
              dispatch(vehicleChosen(chosen));
              void navigate(addressFor(chosen.id));
            }}
          />
        ) : (
          opener
        ))}
      {sheet}
    </div>
  );
}
