import type { QuotedLine } from '../../api/contract/generated-types';
import { confirmedOf } from '../vehicle/fit-ticks';
import type { CartLine } from './cart-storage';
import type { TickedFitsOfCart } from './ticked-fits';

/** A line with its latest quote. */
export interface LineForCar extends Pick<CartLine, 'part' | 'vehicle'> {
  quoted?: Pick<QuotedLine, 'fit' | 'unitPrice'>;
}

/** Why a line cannot be ordered for its car yet. */
export type FitObstacle = 'unknown-car' | 'not-confirmed';

export const UNKNOWN_CAR = 'We no longer list the car chosen for this part.';

/** Why a line cannot be ordered for its car; undefined if it can, or until it is quoted. */
export function fitObstacle(
  { part, vehicle, quoted }: LineForCar,
  fits: TickedFitsOfCart,
): FitObstacle | undefined {
  // A part that is no longer in the catalog has its own problem.
  if (vehicle === undefined || quoted?.unitPrice === undefined) return undefined;
  if (quoted.fit === undefined) return 'unknown-car';
  const { verdict } = quoted.fit;
  const isOpen = confirmedOf(verdict, fits.ticksOf({ part, vehicle }, verdict)) === null;
  return isOpen ? 'not-confirmed' : undefined;
}

/** The confirmed conditions of a line, as API parameters; empty if none are needed. */
export function confirmedFor(
  { part, vehicle, quoted }: LineForCar,
  fits: TickedFitsOfCart,
): string[] {
  const verdict = quoted?.fit?.verdict;
  if (verdict === undefined) return [];
  return confirmedOf(verdict, fits.ticksOf({ part, vehicle }, verdict)) ?? [];
}
