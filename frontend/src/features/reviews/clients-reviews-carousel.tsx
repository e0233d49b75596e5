import { Suspense, lazy } from 'react';
import type { Review } from '../../api/generated-types';
import { ClientsReviewsStill } from './clients-reviews-still';
import { useNearView } from './use-near-view';

const Slides = lazy(async () => ({
  default: (await import('./clients-reviews-slides')).ClientsReviewsSlides,
}));

/** The slider is fetched when the reader comes near; until then the first review stands still. */
export function ClientsReviewsCarousel({ reviews }: { reviews: Review[] }) {
  const { element, near } = useNearView<HTMLDivElement>();
  const still = <ClientsReviewsStill reviews={reviews} />;
  return (
    <div ref={element}>
      {near ? (
        <Suspense fallback={still}>
          <Slides reviews={reviews} />
        </Suspense>
      ) : (
        still
      )}
    </div>
  );
}
