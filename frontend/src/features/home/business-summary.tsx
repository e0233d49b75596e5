import { useEffect, useRef, useState } from 'react';
import { Link } from '../../ui/controls/link';
import { Exact } from '../../ui/data/exact';

export function BusinessSummary() {
  return (
    <section className="section plate band" data-theme="dark" aria-label="Business summary">
      <div className="page summary">
        <dl className="counters">
          <Counter label="Happy Clients" target={35600} suffix="+" />
          <Counter label="Countries" target={75} />
          <Counter label="Reviews" target={19600} suffix="+" />
        </dl>
        <div className="contact">
          <h2>We are highly care our clients!</h2>
          <p>Ask about fit, larger quantities or an order on its way.</p>
          <Link className="btn" to="#head-office">
            Contact Us
          </Link>
        </div>
      </div>
    </section>
  );
}

interface CounterProps {
  label: string;
  target: number;
  /** Follows the number, for a target that is only a lower bound. */
  suffix?: string;
}

/** One block of the summary; it starts counting when it comes into view. */
function Counter({ label, target, suffix = '' }: CounterProps) {
  const { element, shown } = useCountUp<HTMLDivElement>(target);
  return (
    <div ref={element}>
      <dt>{label}</dt>
      <dd>
        {/* Read out once with its final value, which also reserves space for the digits. */}
        <span className="final">
          <Exact value={target} />
          {suffix}
        </span>
        <span aria-hidden="true">
          <Exact value={shown} />
          {suffix}
        </span>
      </dd>
    </div>
  );
}

const DURATION_MS = 1200;

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Counts from zero to `target` once, when the ref's element comes into view. */
function useCountUp<T extends Element>(target: number) {
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
