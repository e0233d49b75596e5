import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS = { positive: CircleCheck, warning: TriangleAlert, danger: CircleAlert, info: Info };

interface AlertProps {
  tone: keyof typeof ICONS;
  children: ReactNode;
}

/**
 * A persistent message. Errors are announced immediately, the rest when the screen reader pauses.
 */
export function Alert({ tone, children }: AlertProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`alert is-${tone}`} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon className="icon" />
      <div>{children}</div>
    </div>
  );
}
