import { useEffect, useRef, useState } from 'react';

/** About a screen's scroll ahead: time to fetch what will be needed. */
const AHEAD = '600px 0px';

/** Turns true, once and for good, when the returned element comes near the visible part of the page. */
export function useNearView<T extends Element>() {
  const element = useRef<T>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [near]);

  return { element, near };
}
