import { Star } from 'lucide-react';

/** As many as the server takes; a test compares. Home needs no other of its limits. */
export const SCALE = [1, 2, 3, 4, 5];

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
