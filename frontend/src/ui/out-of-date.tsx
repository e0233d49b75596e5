import { RefreshCw } from 'lucide-react';
import { Alert } from './alert';
import { Button } from './button';

interface OutOfDateProps {
  /** Why there is nothing newer. */
  children: string;
  onRetry: () => void;
  retrying: boolean;
}

/** What is on the screen was right once, but could not be asked for again. */
export function OutOfDate({ children, onRetry, retrying }: OutOfDateProps) {
  return (
    <div className="out-of-date">
      <Alert tone="warning">
        <p>What you see may be out of date. {children}</p>
        <Button
          size="small"
          busy={retrying}
          icon={<RefreshCw className="icon" />}
          onClick={onRetry}
        >
          Try again
        </Button>
      </Alert>
    </div>
  );
}
