import { RefreshCw } from 'lucide-react';
import { Blank } from './blank';
import { Button } from './button';

interface FailedProps {
  title: string;
  level?: 1 | 2 | 3;
  /** What went wrong, in plain words. */
  children: string;
  onRetry: () => void;
  retrying?: boolean;
}

/** Something that should be here did not arrive. */
export function Failed({ title, level, children, onRetry, retrying = false }: FailedProps) {
  return (
    <div role="alert">
      <Blank
        title={title}
        level={level}
        action={
          <Button busy={retrying} icon={<RefreshCw className="icon" />} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {children}
      </Blank>
    </div>
  );
}
