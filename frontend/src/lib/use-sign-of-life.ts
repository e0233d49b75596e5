import { useEffect, useState } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

let seen = false;

/** Turns true, once and for good, when somebody does anything on the page: what only then is of use can wait for it. */
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
