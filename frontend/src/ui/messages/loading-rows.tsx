const ROWS = 4;

/** Placeholder of a loading table, of about its size, so that the page does not shift. */
export function LoadingRows({ children }: { children: string }) {
  return (
    <div className="waiting-rows">
      <p role="status">
        <span className="spinner" aria-hidden="true" />
        {children}
      </p>
      {Array.from({ length: ROWS }, (_, position) => (
        <div key={position} aria-hidden="true">
          <span className="skeleton skeleton-medium" />
          <span className="skeleton skeleton-short" />
        </div>
      ))}
    </div>
  );
}
