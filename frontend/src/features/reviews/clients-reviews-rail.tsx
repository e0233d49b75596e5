import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { Ref } from 'react';

interface ClientsReviewsRailProps {
  count: number;
  current: number;
  onGo: (position: number) => void;
  barRef: Ref<HTMLDivElement>;
}

/**
 * Dots, bar and arrows below the reviews. An arrow at its end stays a button that can hold the
 * focus, so that a reader on the keyboard does not fall off.
 */
export function ClientsReviewsRail({ count, current, onGo, barRef }: ClientsReviewsRailProps) {
  const isFirst = current === 0;
  const isLast = current === count - 1;
  return (
    <div className="rail">
      <ul className="dots" aria-label="Choose a review">
        {Array.from({ length: count }, (_, position) => (
          <li key={position}>
            <button
              type="button"
              aria-label={`Review ${position + 1}`}
              aria-current={position === current || undefined}
              onClick={() => {
                onGo(position);
              }}
            />
          </li>
        ))}
      </ul>
      <div className="swiper-scrollbar bar" ref={barRef} />
      <div className="actions">
        <button
          type="button"
          className="btn btn-square"
          aria-label="Previous review"
          aria-disabled={isFirst || undefined}
          onClick={() => {
            if (!isFirst) onGo(current - 1);
          }}
        >
          <ArrowLeft className="icon" />
        </button>
        <button
          type="button"
          className="btn btn-square"
          aria-label="Next review"
          aria-disabled={isLast || undefined}
          onClick={() => {
            if (!isLast) onGo(current + 1);
          }}
        >
          <ArrowRight className="icon" />
        </button>
      </div>
    </div>
  );
}
