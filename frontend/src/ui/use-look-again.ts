import { useEffect } from 'react';

const PAUSE_MS = 20_000;

/** Looks for what is missing when the connection or the reader is back, and now and then. */
export function useLookAgain(wanted: boolean, look: () => unknown): void {
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
