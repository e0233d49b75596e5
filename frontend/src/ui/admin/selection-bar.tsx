import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button';

interface SelectionBarProps {
  label: string;
  /** What is selected; screen readers announce changes. */
  summary: ReactNode;
  /** A button that extends the selection. */
  more?: ReactNode;
  /** The actions for the selected rows. */
  children: ReactNode;
  onClear: () => void;
}

/** The actions for the selected rows of a list. */
export function SelectionBar({ label, summary, more, children, onClear }: SelectionBarProps) {
  return (
    <div className="bulk-bar" role="region" aria-label={label}>
      <p role="status">{summary}</p>
      {more}
      <span className="spacer" />
      {children}
      <Button size="small" icon={<X className="icon" />} onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
