import { useEffect, useRef, useState } from 'react';
import { observeView } from './observe-view';

/** Turns true, once and for good, when the returned element comes so near to the visible part of the page. */
export function useNearView<T extends Element>(margin: string) {
  const element = useRef<T>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (near || !element.current) return;
    return observeView(element.current, margin, (inView) => {
      if (inView) setNear(true);
    });
  }, [near, margin]);

  return { element, near };
}
