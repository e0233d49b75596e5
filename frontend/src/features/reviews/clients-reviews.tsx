import { lazy, Suspense } from 'react';
import type { Review } from '../../api/contract/generated-types';
import { homeApi } from '../../api/home';
import { sentenceFor } from '../../api/contract/problem';
import { paths } from '../../lib/paths';
import { useNearView } from '../../lib/use-near-view';
import { Link } from '../../ui/controls/link';
import { EmptyState } from '../../ui/messages/empty-state';
import { LoadError } from '../../ui/messages/load-error';
import { ClientsReviewsQuote } from './clients-reviews-quote';

/** The newest reviews: enough to browse, few enough for a fast response. */
const SHOWN_REVIEWS = 20;

/** Home's carousel. The reviews are fetched once, when home opens. */
export function ClientsReviews() {
  return (
    <section className="section" aria-labelledby="reviews">
      <div className="page reviews">
        <div className="reviews-head">
          <h2 id="reviews">CLIENTS REVIEWS</h2>
          <p>Written by people with an account here.</p>
          <Link to={paths.review}>Write a review</Link>
        </div>
        <div className="reviews-stage">
          <Stage />
        </div>
      </div>
    </section>
  );
}

function Stage() {
  const { data, error, isFetching, refetch } = homeApi.useListReviewsQuery(
    { limit: SHOWN_REVIEWS },
    { refetchOnMountOrArgChange: true },
  );

  if (data === undefined && error !== undefined) {
    return (
      <LoadError
        level={3}
        title="Reviews did not load"
        onRetry={refetch}
        retrying={isFetching}
        patient
      >
        {sentenceFor(error)}
      </LoadError>
    );
  }
  if (data === undefined) return <ClientsReviewsSkeleton />;
  if (data.length === 0) {
    return (
      <EmptyState
        drawing="empty"
        level={3}
        title="No reviews yet"
        action={
          <Link className="btn" to={paths.review}>
            Write the first one
          </Link>
        }
      >
        Tell others what you think of the shop.
      </EmptyState>
    );
  }
  return <ClientsReviewsCarousel reviews={data} />;
}

const Slides = lazy(async () => ({
  default: (await import('./clients-reviews-slides')).ClientsReviewsSlides,
}));

/**
 * The slider is loaded when it is about to scroll into view; until then the first review is shown
 * without it.
 */
function ClientsReviewsCarousel({ reviews }: { reviews: Review[] }) {
  const { element, near } = useNearView<HTMLDivElement>(AHEAD);
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

/**
 * Shown until the carousel has loaded: the first review, in a space as high as the longest one
 * needs, so that nothing shifts when the carousel takes over.
 */
function ClientsReviewsStill({ reviews }: { reviews: Review[] }) {
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

function ClientsReviewsSkeleton() {
  return (
    <>
      <div className="review">
        <p className="loading" role="status">
          <span className="spinner" aria-hidden="true" />
          Loading reviews
        </p>
        <div className="lines" aria-hidden="true">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton skeleton-long" />
        </div>
        <span className="skeleton" aria-hidden="true" />
      </div>
      <div className="rail" />
    </>
  );
}

/** About one screen ahead, which leaves time to load. */
const AHEAD = '600px 0px';
