import { RefreshCw } from 'lucide-react';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';

interface PanelProblemProps {
  /** What went wrong, in plain words. */
  children: string;
  retrying: boolean;
  onRetry: () => void;
}

/** One thing of the overview could not be had. */
export function PanelProblem({ children, retrying, onRetry }: PanelProblemProps) {
  return (
    <Alert tone="danger">
      <p>{children}</p>
      <Button size="small" busy={retrying} icon={<RefreshCw className="icon" />} onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}
