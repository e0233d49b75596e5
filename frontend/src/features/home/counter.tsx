import { useCountUp } from './use-count-up';

interface CounterProps {
  label: string;
  target: number;
  /** What follows the number, for a target that is only a lower bound. */
  suffix?: string;
}

export function Counter({ label, target, suffix = '' }: CounterProps) {
  const { element, shown } = useCountUp(target);
  return (
    <div>
      <dt>{label}</dt>
      <dd ref={element}>
        {/* Read out once, at its final value. */}
        <span className="sr-only">{`${target}${suffix}`}</span>
        <span aria-hidden="true">{`${shown}${suffix}`}</span>
      </dd>
    </div>
  );
}
