import { useEffect, useRef, useState } from 'react';

const DURATION_MS = 1200;

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Counts from nothing to `target`, once, when the element the ref is on comes into view. */
export function useCountUp<T extends Element>(target: number) {
  const element = useRef<T>(null);
  const [shown, setShown] = useState(() => (wantsStillness() ? target : 0));

  useEffect(() => {
    const node = element.current;
    if (!node || wantsStillness()) return;
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
