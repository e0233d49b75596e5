import type { Review } from '../../api/generated-types';
import { ClientsReviewsQuote } from './clients-reviews-quote';

/**
 * What stands in the carousel's place before it can turn: the first review, in a space as high as
 * the longest one needs. So nothing moves when the carousel takes over.
 */
export function ClientsReviewsStill({ reviews }: { reviews: Review[] }) {
  return (
    <>
      <div className="review-stack">
        {reviews.map((review, position) => (
          <ClientsReviewsQuote key={review._id} review={review} current={position === 0} />
        ))}
      </div>
      <div className="rail" />
    </>
  );
}
