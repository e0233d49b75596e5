import { PartSkeletons } from './part-skeletons';

/** Says that parts are on their way, above the outlines and without moving them. */
export function LoadingParts({ count }: { count: number }) {
  return (
    <div className="relative">
      <p
        className="absolute bottom-full flex items-center gap-3 text-sm text-ink-muted"
        role="status"
      >
        <span className="spinner" aria-hidden="true" />
        Loading parts
      </p>
      <PartSkeletons count={count} />
    </div>
  );
}
