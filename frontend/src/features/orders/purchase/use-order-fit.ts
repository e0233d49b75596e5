import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import type { Part } from '../../../api/contract/generated-types';
import { usePartFits } from '../../../api/use-part-fits';
import { useTickedFits } from '../../../lib/cart/ticked-fits';
import { confirmedOf } from '../../../lib/vehicle/fit-ticks';
import { isVehicle, type GarageVehicle } from '../../../lib/vehicle/garage';
import { selectGarage, selectVehicle } from '../../../lib/vehicle/vehicle-slice';

/** An order's car and confirmed conditions; empty for no car. */
export interface ConfirmedFit {
  vehicle?: string;
  confirmed?: string[];
}

/** The car in the URL, or else the current one, unless it was removed from this order. */
function useOrderVehicle(): [GarageVehicle | null, () => void] {
  const [query] = useSearchParams();
  const inUrl = query.get('vehicle');
  const own = useSelector(selectVehicle);
  const { vehicles } = useSelector(selectGarage);
  const [isLeftOut, setLeftOut] = useState(false);
  const leaveOut = () => {
    setLeftOut(true);
  };
  if (isLeftOut) return [null, leaveOut];
  if (!isVehicle(inUrl)) return [own, leaveOut];
  return [vehicles.find(({ id }) => id === inUrl) ?? { id: inUrl }, leaveOut];
}

/** The car that one part is ordered for, and the conditions to confirm. */
export function useOrderFit(part: Part) {
  const [vehicle, leaveOut] = useOrderVehicle();
  const fits = usePartFits(part._id, vehicle);
  const ticks = useTickedFits();
  /** An order was attempted without the confirmation. */
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
    /** Whether an order was attempted without the required confirmation. */
    isMissing: isMissing && confirmed === null,
    /**
     * Returns the order's car and confirmation; null if the confirmation is missing, which is then
     * focused.
     */
    confirm: (): ConfirmedFit | null => {
      if (vehicle === null) return {};
      if (confirmed === null) {
        setMissing(true);
        group.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus();
        return null;
      }
      return { vehicle: vehicle.id, ...(confirmed.length > 0 && { confirmed }) };
    },
    /** Refetches after the shop refused the confirmation, because the fitment has changed. */
    refetch: fits.refetch,
    removeTicks: () => {
      ticks.remove([line]);
    },
  };
}

export type OrderFitState = ReturnType<typeof useOrderFit>;
