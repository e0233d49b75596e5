import { Link } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { paths } from '../../lib/paths';
import { Blank } from '../../ui/blank';
import { Failed } from '../../ui/failed';
import { ClientsReviewsCarousel } from './clients-reviews-carousel';
import { ClientsReviewsSkeleton } from './clients-reviews-skeleton';

/** The newest ones: enough to browse, few enough for one quick answer. */
const SHOWN_REVIEWS = 20;

/** Home's carousel. The reviews are asked for once, when home opens. */
export function ClientsReviews() {
  return (
    <section className="section" aria-labelledby="reviews">
      <div className="page reviews">
        <div className="reviews-head">
          <h2 id="reviews">CLIENTS REVIEWS</h2>
          <p>Written by people who order here.</p>
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
  const { data, error, isFetching, refetch } = shopApi.useListReviewsQuery(
    { limit: SHOWN_REVIEWS },
    { refetchOnMountOrArgChange: true },
  );

  if (data === undefined && error !== undefined) {
    return (
      <Failed
        level={3}
        title="Reviews did not load"
        onRetry={refetch}
        retrying={isFetching}
        patient
      >
        {sentenceFor(error)}
      </Failed>
    );
  }
  if (data === undefined) return <ClientsReviewsSkeleton />;
  if (data.length === 0) {
    return (
      <Blank
        level={3}
        title="No reviews yet"
        action={
          <Link className="btn" to={paths.review}>
            Write the first one
          </Link>
        }
      >
        Nobody has written about the shop so far.
      </Blank>
    );
  }
  return <ClientsReviewsCarousel reviews={data} />;
}
