import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** The heading's place in the page's outline. */
  level?: 1 | 2 | 3;
  children: string;
  /** Read out as soon as it appears; not its button, which may change on the way. */
  announced?: boolean;
  /** The next step; an empty screen never is a dead end. */
  action: ReactNode;
}

/** Nothing here yet, or nothing that could be fetched: the dashed outline of a part, and a way on. */
export function EmptyState({ title, level = 2, children, announced, action }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="blank">
      <svg className="art" viewBox="0 0 320 240" aria-hidden="true">
        <path d="M104 58h112v118q0 28-28 28h-56q-28 0-28-28zM98 42h124v16H98zM104 82h112M104 156h112" />
      </svg>
      <div className="words" role={announced ? 'alert' : undefined}>
        <Heading className={level === 1 ? undefined : 'text-lg'}>{title}</Heading>
        <p>{children}</p>
      </div>
      {action}
    </div>
  );
}
