/** A spinner with text, for a screen or section that is loading. */
export function Loading({ children }: { children: string }) {
  return (
    <p className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}
