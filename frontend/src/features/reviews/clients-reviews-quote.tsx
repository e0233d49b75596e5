import { useId, useState } from 'react';
import type { Review } from '../../api/contract/generated-types';
import { Button } from '../../ui/controls/button';
import { Stars } from '../../ui/data/stars';

/** Longer texts start folded, so that they do not stretch the space of all. */
const LONG = 240;

interface ClientsReviewsQuoteProps {
  review: Review;
  /** Only the visible review is exposed to screen readers and the keyboard. */
  current: boolean;
}

export function ClientsReviewsQuote({ review, current }: ClientsReviewsQuoteProps) {
  const [unfolded, setUnfolded] = useState(false);
  const textId = useId();
  const isLong = review.review.length > LONG;
  return (
    <figure className="review" inert={!current}>
      <Stars rating={review.rating} />
      <blockquote id={textId} className={isLong && !unfolded ? 'shortened' : undefined}>
        {review.review}
      </blockquote>
      {isLong && (
        <Button
          size="small"
          aria-expanded={unfolded}
          aria-controls={textId}
          onClick={() => {
            setUnfolded(!unfolded);
          }}
        >
          {unfolded ? 'Show less' : 'Read more'}
        </Button>
      )}
      <figcaption>{review.name}</figcaption>
    </figure>
  );
}
