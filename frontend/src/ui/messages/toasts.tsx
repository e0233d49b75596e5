import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { countPending, watchPending } from './notify';

const TRY_AGAIN_MS = 3_000;

interface ToastsProps {
  /** This screen may show a toast soon, so the toasts are preloaded. */
  likely: boolean;
}

/**
 * Container of the toasts. They need their own library; notifications are queued until it has
 * loaded.
 */
export function Toasts({ likely }: ToastsProps) {
  const pending = useSyncExternalStore(watchPending, countPending);
  const [Host, setHost] = useState<ComponentType | null>(null);
  const [attempt, setAttempt] = useState(0);
  const wanted = (likely || pending > 0) && Host === null;

  useEffect(() => {
    if (!wanted) return;
    let abandoned = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    import('./toast-host').then(
      ({ ToastHost }) => {
        if (!abandoned) setHost(() => ToastHost);
      },
      () => {
        if (abandoned) return;
        timer = setTimeout(() => {
          setAttempt(attempt + 1);
        }, TRY_AGAIN_MS);
      },
    );
    return () => {
      abandoned = true;
      clearTimeout(timer);
    };
  }, [wanted, attempt]);

  return Host && <Host />;
}
