import { Star } from 'lucide-react';
import { stars } from '../../api/generated-limits';

const SCALE = Array.from({ length: stars.maximum }, (_, index) => index + 1);

/** A rating to look at, filled up to its number of stars; read out as words. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} out of ${SCALE.length} stars`}>
      {SCALE.map((star) => (
        <Star key={star} className={star <= rating ? 'icon' : 'icon off'} />
      ))}
    </span>
  );
}
