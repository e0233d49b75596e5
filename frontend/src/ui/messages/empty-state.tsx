import type { ReactNode } from 'react';

/** Nothing yet; no search results; the URL's target does not exist; failed to load. */
export type StateDrawing = 'empty' | 'nothing-found' | 'missing' | 'failed';

interface EmptyStateProps {
  drawing: StateDrawing;
  title: string;
  /** The heading's level on the page. */
  level?: 1 | 2 | 3;
  children: string;
  /** Announced as soon as it appears, without its button, which may change while loading. */
  announced?: boolean;
  /** The next step; an empty screen is never a dead end. */
  action: ReactNode;
}

/** Nothing yet, or failed to load: a drawing, and a way to continue. */
export function EmptyState(props: EmptyStateProps) {
  const { drawing, title, level = 2, children, announced, action } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="empty-state">
      <svg className="art" viewBox="0 0 320 200" aria-hidden="true">
        {drawing === 'failed' ? (
          // Inline and not a file: when loading fails, the picture must still be available. A shaft
          // that has come apart.
          <path d="M8 100h22M30 74h76v52H30zM106 54h20v92h-20zM134 100l8-15 12 30 12-30 12 30 8-15M194 54h20v92h-20zM214 74h76v52h-76zM290 100h22" />
        ) : (
          <use href={`/drawings/states.svg#${drawing}`} />
        )}
      </svg>
      <div className="text" role={announced ? 'alert' : undefined}>
        <Heading>{title}</Heading>
        <p>{children}</p>
      </div>
      {action}
    </div>
  );
}
