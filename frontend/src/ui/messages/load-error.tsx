import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../controls/button';
import { EmptyState } from './empty-state';

interface LoadErrorProps {
  title: string;
  level?: 1 | 2 | 3;
  /** The error message. */
  children: string;
  onRetry: () => unknown;
  retrying?: boolean;
  /** Also retries automatically: for a section of a page that is useful without it. */
  patient?: boolean;
}

/** Shown for data that failed to load. */
export function LoadError(props: LoadErrorProps) {
  const { title, level, children, onRetry, retrying = false, patient = false } = props;
  useAutoRetry(patient, onRetry);
  return (
    <EmptyState
      drawing="failed"
      title={title}
      level={level}
      announced
      action={<RetryButton retrying={retrying} onRetry={onRetry} />}
    >
      {children}
    </EmptyState>
  );
}

interface RetryButtonProps {
  size?: 'small' | 'normal';
  /** A retry is pending, whatever started it. */
  retrying: boolean;
  onRetry: () => unknown;
}

/**
 * Retries. It shows a spinner only for the user who pressed it, and keeps the focus in the
 * meantime: automatic retries must not disturb users.
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

const PAUSE_MS = 20_000;

/** Retries when the connection or the user is back, and periodically. */
export function useAutoRetry(wanted: boolean, look: () => unknown): void {
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(look, PAUSE_MS);
    window.addEventListener('online', look);
    window.addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
      window.removeEventListener('focus', look);
    };
  }, [wanted, look]);
}
