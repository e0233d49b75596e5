/**
 * A few lines of code, of at most 36 characters: so many fit on the narrowest phone. Longer ones
 * would wrap rather than scroll, so that no keyboard gets stuck in them.
 */
export function CodeSample({ children }: { children: string }) {
  return (
    <pre className="code">
      <code>{children}</code>
    </pre>
  );
}
