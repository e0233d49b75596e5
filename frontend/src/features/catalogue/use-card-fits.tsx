import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { fetched } from '../../lib/fetched';
import { selectVehicle } from '../../lib/vehicle/vehicle-slice';

const CardFit = fetched(async () => (await import('./card-fit')).CardFit);

/** A page of cards, and at most as many parts as one call may contain. */
const ASKED_AT_ONCE = 24;

/**
 * The fit badges for the current car. Visitors without a car load nothing for it.
 * @param parts those of the list, in its order
 * @param shown the key of another vehicle than the visitor's own
 * @returns a card's badge with its reserved space, by the card's position in the list
 */
export function useCardFits(
  parts: { _id: string }[],
  shown?: string,
): (position: number) => ReactNode {
  const own = useSelector(selectVehicle)?.id;
  const vehicle = shown ?? own;
  return (position) => {
    const part = parts[position];
    if (vehicle === undefined || part === undefined) return null;
    const page = Math.floor(position / ASKED_AT_ONCE) * ASKED_AT_ONCE;
    const asked = parts.slice(page, page + ASKED_AT_ONCE).map(({ _id }) => _id);
    return (
      <div className="fit-placeholder">
        <CardFit part={part._id} parts={asked.join(',')} vehicle={vehicle} />
      </div>
    );
  };
}
