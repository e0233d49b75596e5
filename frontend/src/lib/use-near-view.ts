import { useEffect, useRef, useState } from 'react';
import { observeView } from './observe-view';

/**
 * `near` becomes true, and stays true, once `element` is within `margin` of the visible part of the
 * page.
 */
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
