import { RefreshCw } from 'lucide-react';
import { Button } from '../controls/button';
import { Alert } from './alert';

interface StaleNoticeProps {
  /** Why there is no newer data. */
  children: string;
  onRetry: () => void;
  retrying: boolean;
}

/** The data on the screen was correct when loaded, but could not be refreshed. */
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
