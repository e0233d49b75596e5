import type { ReactNode, Ref } from 'react';

interface DashboardHeadingProps {
  /** Names the screen and the browser's tab. */
  title: string;
  /** The state of things in a few words; empty keeps the place free while they are unknown. */
  children?: ReactNode;
  /** Reads it out when it changes. */
  announced?: boolean;
  ref?: Ref<HTMLHeadingElement>;
}

/** The head of a dashboard screen. It takes the focus when the row that had it is gone. */
export function DashboardHeading({ title, children, announced, ref }: DashboardHeadingProps) {
  return (
    <div className="dash-head">
      <title>{`${title} | Autoparts`}</title>
      <h1 ref={ref} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <p role={announced === true ? 'status' : undefined}>{children}</p>}
    </div>
  );
}
