export function ClientsReviewsSkeleton() {
  return (
    <>
      <div className="review">
        <p className="flex items-center gap-3 text-ink-muted" role="status">
          <span className="spinner" aria-hidden="true" />
          Loading reviews
        </p>
        <div className="lines" aria-hidden="true">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton w-3/5" />
        </div>
        <span className="skeleton w-36" aria-hidden="true" />
      </div>
      <div className="rail" />
    </>
  );
}
