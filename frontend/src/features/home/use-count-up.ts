import { useEffect, useRef, useState } from 'react';

const DURATION_MS = 1200;

/** Counts from nothing to `target`, once, when the returned element comes into view. */
export function useCountUp(target: number) {
  const element = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(target);

  useEffect(() => {
    const node = element.current;
    if (!node || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    const run = (start: number) => {
      const step = (now: number) => {
        const progress = Math.min(1, Math.max(0, (now - start) / DURATION_MS));
        setShown(Math.round(target * (1 - (1 - progress) ** 3)));
        if (progress < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      run(performance.now());
    });
    observer.observe(node);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [target]);

  return { element, shown };
}
