import { PartSkeleton } from './part-skeleton';

export function LoadingParts({ count }: { count: number }) {
  return (
    <>
      <p className="mb-4 flex items-center gap-3 text-ink-muted" role="status">
        <span className="spinner" aria-hidden="true" />
        Loading parts
      </p>
      <div className="grid-parts" aria-hidden="true">
        {Array.from({ length: count }, (_, position) => (
          <PartSkeleton key={position} />
        ))}
      </div>
    </>
  );
}
