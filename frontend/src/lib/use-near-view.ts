import { useEffect, useRef, useState } from 'react';

/** Turns true, once and for good, when the returned element comes so near to the visible part of the page. */
export function useNearView<T extends Element>(margin: string) {
  const element = useRef<T>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [near, margin]);

  return { element, near };
}
