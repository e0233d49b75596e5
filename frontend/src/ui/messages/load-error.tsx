import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../controls/button';
import { EmptyState } from './empty-state';

interface LoadErrorProps {
  title: string;
  level?: 1 | 2 | 3;
  /** What went wrong, in plain words. */
  children: string;
  onRetry: () => unknown;
  retrying?: boolean;
  /** Looks again by itself, too: for a section of a page that is worth reading without it. */
  patient?: boolean;
}

/** Something that should be here did not arrive. */
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

const PAUSE_MS = 20_000;

/** Looks for what is missing when the connection or the reader is back, and now and then. */
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
