/** The outline of a part card, of about its size, so that the page does not jump. */
export function PartSkeleton() {
  return (
    <div className="card part">
      <div className="plate part-picture">
        <svg className="art" viewBox="0 0 480 360">
          <circle className="missing" cx="240" cy="180" r="120" />
        </svg>
      </div>
      <div className="body">
        <span className="skeleton w-3/5" />
        <span className="skeleton" />
        <span className="skeleton w-4/5" />
        <span className="skeleton mt-auto h-11" />
      </div>
    </div>
  );
}
