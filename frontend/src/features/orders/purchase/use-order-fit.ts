import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import type { Part } from '../../../api/generated-types';
import { usePartFits } from '../../../api/use-part-fits';
import { useTickedFits } from '../../../lib/cart/ticked-fits';
import { confirmedOf } from '../../../lib/vehicle/fit-ticks';
import { isVehicle, type GarageVehicle } from '../../../lib/vehicle/garage';
import { selectGarage, selectVehicle } from '../../../lib/vehicle/vehicle-slice';

/** What an order says about its car; nothing when it is for none. */
export interface ConfirmedFit {
  vehicle?: string;
  confirmed?: string[];
}

/** The car that the address names, or else the one that is shopped for, unless it was left out. */
function useOrderVehicle(): [GarageVehicle | null, () => void] {
  const [query] = useSearchParams();
  const asked = query.get('vehicle');
  const own = useSelector(selectVehicle);
  const { vehicles } = useSelector(selectGarage);
  const [isLeftOut, setLeftOut] = useState(false);
  const leaveOut = () => {
    setLeftOut(true);
  };
  if (isLeftOut) return [null, leaveOut];
  if (!isVehicle(asked)) return [own, leaveOut];
  return [vehicles.find(({ id }) => id === asked) ?? { id: asked }, leaveOut];
}

/** The car that one part is ordered for, and what has to be agreed to about it. */
export function useOrderFit(part: Part) {
  const [vehicle, leaveOut] = useOrderVehicle();
  const fits = usePartFits(part._id, vehicle);
  const ticks = useTickedFits();
  /** Somebody wanted to order it without having agreed. */
  const [isMissing, setMissing] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const line = { part: part._id, vehicle: vehicle?.id };
  const { verdict } = fits;
  const confirmed = verdict ? confirmedOf(verdict, ticks.ticksOf(line, verdict)) : [];

  return {
    vehicle,
    fits,
    ticks,
    leaveOut,
    group,
    /** Whether it was tried to order it without what has to be agreed to. */
    isMissing: isMissing && confirmed === null,
    /** What the order says about its car; null, and the reader is led there, when something is open. */
    confirm: (): ConfirmedFit | null => {
      if (vehicle === null) return {};
      if (confirmed === null) {
        setMissing(true);
        group.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
        return null;
      }
      return { vehicle: vehicle.id, ...(confirmed.length > 0 && { confirmed }) };
    },
    /** The shop refused what was confirmed: it says something else by now. */
    askAgain: fits.refetch,
    forget: () => {
      ticks.forget([line]);
    },
  };
}

export type OrderFitState = ReturnType<typeof useOrderFit>;
