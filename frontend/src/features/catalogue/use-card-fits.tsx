import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { fetched } from '../../lib/fetched';
import { selectVehicle } from '../../lib/vehicle/vehicle-slice';

const CardFit = fetched(async () => (await import('./card-fit')).CardFit);

/** Parts per request: a page of cards. The API accepts up to 100. */
const BATCH = 24;

/**
 * The fit badges for the current car. Visitors without a car load neither badge nor data.
 * @param parts the parts of the list, in order
 * @param shown the key of another vehicle than the visitor's own
 * @returns a function that renders the badge at a position, with reserved space
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
    const page = Math.floor(position / BATCH) * BATCH;
    const batch = parts.slice(page, page + BATCH).map(({ _id }) => _id);
    return (
      <div className="fit-placeholder">
        <CardFit part={part._id} parts={batch.join(',')} vehicle={vehicle} />
      </div>
    );
  };
}
