import type { ReactNode } from 'react';

/**
 * Nothing here yet; looked for and not found; what an address leads to is not there; could not be
 * fetched.
 */
export type StateDrawing = 'empty' | 'nothing-found' | 'missing' | 'failed';

interface EmptyStateProps {
  drawing: StateDrawing;
  title: string;
  /** The heading's place in the page's outline. */
  level?: 1 | 2 | 3;
  children: string;
  /** Read out as soon as it appears; not its button, which may change on the way. */
  announced?: boolean;
  /** The next step; an empty screen never is a dead end. */
  action: ReactNode;
}

/** Nothing here yet, or nothing that could be fetched: a drawing of that, and a way on. */
export function EmptyState(props: EmptyStateProps) {
  const { drawing, title, level = 2, children, announced, action } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="blank">
      <svg className="art" viewBox="0 0 320 200" aria-hidden="true">
        {drawing === 'failed' ? (
          // Here and not in a file: what could not be fetched needs a picture that is there. A shaft that has come apart.
          <path d="M8 100h22M30 74h76v52H30zM106 54h20v92h-20zM134 100l8-15 12 30 12-30 12 30 8-15M194 54h20v92h-20zM214 74h76v52h-76zM290 100h22" />
        ) : (
          <use href={`/drawings/states.svg#${drawing}`} />
        )}
      </svg>
      <div className="words" role={announced ? 'alert' : undefined}>
        <Heading className={level === 1 ? undefined : 'text-lg'}>{title}</Heading>
        <p>{children}</p>
      </div>
      {action}
    </div>
  );
}
