/** A turning spinner with words, for a whole screen or section that is on its way. */
export function Loading({ children }: { children: string }) {
  return (
    <p className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {children}
    </p>
  );
}
