/** A few lines of code. They wrap rather than scroll, so that no keyboard gets stuck in them. */
export function CodeSample({ children }: { children: string }) {
  return (
    <pre className="code">
      <code>{children}</code>
    </pre>
  );
}
