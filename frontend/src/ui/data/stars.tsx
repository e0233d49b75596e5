import { Star } from 'lucide-react';

/** The server's range; a test compares them. Home does not need the server's other limits. */
export const SCALE = [1, 2, 3, 4, 5];

/** A read-only rating, filled up to its number of stars; read out as words. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} out of ${SCALE.length} stars`}>
      {SCALE.map((star) => (
        <Star key={star} className={star <= rating ? 'icon' : 'icon empty'} />
      ))}
    </span>
  );
}
