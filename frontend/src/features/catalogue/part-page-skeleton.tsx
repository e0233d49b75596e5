/** The outline of a part's page, in its measures. */
export function PartPageSkeleton() {
  return (
    <div className="page part-page">
      <p className="crumbs" role="status">
        <span className="spinner" aria-hidden="true" />
        Loading the part
      </p>
      <div className="sheet" aria-hidden="true">
        <div className="plate part-picture">
          <svg className="art" viewBox="0 0 480 360">
            <circle className="missing" cx="240" cy="180" r="120" />
          </svg>
        </div>
        <div className="facts">
          <span className="skeleton h-10 w-3/5" />
          <span className="skeleton h-12 w-2/5" />
          <span className="skeleton h-14" />
          <span className="skeleton h-14" />
          <span className="skeleton h-24" />
        </div>
      </div>
    </div>
  );
}
