import type { QuotedLine } from '../../api/generated-types';
import { confirmedOf } from '../vehicle/fit-ticks';
import type { CartLine } from './cart-storage';
import type { TickedFitsOfCart } from './ticked-fits';

/** A line with what the shop said about it last. */
export interface LineForCar extends Pick<CartLine, 'part' | 'vehicle'> {
  quoted?: Pick<QuotedLine, 'fit' | 'unitPrice'>;
}

/** Why a line cannot be ordered for its car as it is. */
export type FitObstacle = 'unknown-car' | 'not-confirmed';

export const UNKNOWN_CAR = 'We no longer list the car chosen for this part.';

/** What stands against ordering a line for its car; undefined when nothing does, or nobody has said yet. */
export function fitObstacle(
  { part, vehicle, quoted }: LineForCar,
  fits: TickedFitsOfCart,
): FitObstacle | undefined {
  // What is gone from the catalogue has a problem of its own.
  if (vehicle === undefined || quoted?.unitPrice === undefined) return undefined;
  if (quoted.fit === undefined) return 'unknown-car';
  const { verdict } = quoted.fit;
  const isOpen = confirmedOf(verdict, fits.ticksOf({ part, vehicle }, verdict)) === null;
  return isOpen ? 'not-confirmed' : undefined;
}

/** What is confirmed about a line, as the shop takes it; empty when nothing has to be. */
export function confirmedFor(
  { part, vehicle, quoted }: LineForCar,
  fits: TickedFitsOfCart,
): string[] {
  const verdict = quoted?.fit?.verdict;
  if (verdict === undefined) return [];
  return confirmedOf(verdict, fits.ticksOf({ part, vehicle }, verdict)) ?? [];
}
