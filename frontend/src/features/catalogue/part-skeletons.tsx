import { PartSkeleton } from './part-skeleton';

/** As many outlines as parts are expected. */
export function PartSkeletons({ count }: { count: number }) {
  return (
    <div className="grid-parts" aria-hidden="true">
      {Array.from({ length: count }, (_, position) => (
        <PartSkeleton key={position} />
      ))}
    </div>
  );
}
