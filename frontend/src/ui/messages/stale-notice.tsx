import { RefreshCw } from 'lucide-react';
import { Button } from '../controls/button';
import { Alert } from './alert';

interface StaleNoticeProps {
  /** Why there is nothing newer. */
  children: string;
  onRetry: () => void;
  retrying: boolean;
}

/** What is on the screen was right once, but could not be asked for again. */
export function StaleNotice({ children, onRetry, retrying }: StaleNoticeProps) {
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
