import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button';

interface RetryButtonProps {
  size?: 'small' | 'normal';
  /** Something is being tried again, whoever wanted it. */
  retrying: boolean;
  onRetry: () => unknown;
}

/**
 * Tries again. It turns only for who pressed it, and keeps the focus meanwhile: what is tried again by
 * itself must not disturb anybody.
 */
export function RetryButton({ size, retrying, onRetry }: RetryButtonProps) {
  const [pressed, setPressed] = useState<'no' | 'just now' | 'at work'>('no');
  if (pressed === 'just now' && retrying) setPressed('at work');
  if (pressed === 'at work' && !retrying) setPressed('no');
  const busy = pressed === 'at work';

  return (
    <Button
      size={size}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      icon={busy ? <span className="spinner" aria-hidden="true" /> : <RefreshCw className="icon" />}
      onClick={() => {
        if (busy) return;
        setPressed('just now');
        onRetry();
      }}
    >
      Try again
    </Button>
  );
}
