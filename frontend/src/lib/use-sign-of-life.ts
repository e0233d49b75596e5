import { useEffect, useState } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

let seen = false;

/**
 * Becomes true, permanently, on the first user interaction with the page, so that code can be
 * loaded then.
 */
export function useSignOfLife(): boolean {
  const [alive, setAlive] = useState(seen);

  useEffect(() => {
    if (alive) return;
    const stop = new AbortController();
    const see = () => {
      seen = true;
      stop.abort();
      setAlive(true);
    };
    for (const sign of SIGNS) {
      window.addEventListener(sign, see, { passive: true, signal: stop.signal });
    }
    return () => {
      stop.abort();
    };
  }, [alive]);

  return alive;
}
