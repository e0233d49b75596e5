import type { ReactNode, RefObject } from 'react';
import { useInView } from '../../lib/use-in-view';
import { useMediaQuery } from '../../lib/use-media-query';
import { Link } from './link';

const PHONE = '(max-width: 40em)';
/** The dock itself and the demo note cover the rest. */
const UNCOVERED = '0px 0px -140px 0px';

interface DockProps {
  /** The link's target; while it is in view, the dock is hidden. */
  target: RefObject<Element | null>;
  /** The target's fragment, `#order`. */
  to: string;
  label: string;
  /** The price. */
  children: ReactNode;
}

/** On phones, keeps the price and the order link within reach. */
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
