import type { ReactNode, RefObject } from 'react';
import { useInView } from '../../lib/use-in-view';
import { useMediaQuery } from '../../lib/use-media-query';
import { Link } from './link';

const PHONE = '(max-width: 40em)';
/** The dock itself and the note of a demo cover the rest. */
const UNCOVERED = '0px 0px -140px 0px';

interface DockProps {
  /** What the link leads to; while that is in view, there is no dock. */
  target: RefObject<Element | null>;
  /** Its place in the page, `#order`. */
  to: string;
  label: string;
  /** What it costs. */
  children: ReactNode;
}

/** On phones what something costs and the way to its order stay in reach. */
export function Dock(props: DockProps) {
  return useMediaQuery(PHONE) && <ShownDock {...props} />;
}

function ShownDock({ target, to, label, children }: DockProps) {
  if (useInView(target, UNCOVERED)) return null;
  return (
    <div className="dock">
      {children}
      <Link className="btn btn-primary" to={to} replace>
        {label}
      </Link>
    </div>
  );
}
