import type { ReactNode, Ref } from 'react';

interface DashboardHeadingProps {
  /** Title of the screen and of the browser tab. */
  title: string;
  /** A short summary; empty reserves its space while it is loading. */
  children?: ReactNode;
  /** Announces it when it changes. */
  announced?: boolean;
  ref?: Ref<HTMLHeadingElement>;
}

/** The heading of a dashboard screen. Receives the focus when the row that had it is gone. */
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
