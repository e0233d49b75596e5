import { useCountUp } from './use-count-up';

interface CounterProps {
  label: string;
  target: number;
  /** What follows the number, for a target that is only a lower bound. */
  suffix?: string;
}

/** One block of the summary; it counts when this very block comes into view. */
export function Counter({ label, target, suffix = '' }: CounterProps) {
  const { element, shown } = useCountUp<HTMLDivElement>(target);
  return (
    <div ref={element}>
      <dt>{label}</dt>
      <dd>
        {/* Read out once, at its final value, which also keeps the room for the digits to come. */}
        <span className="final">{`${target}${suffix}`}</span>
        <span aria-hidden="true">{`${shown}${suffix}`}</span>
      </dd>
    </div>
  );
}
