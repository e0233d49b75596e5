import { shopApi } from '../../api/index';
import { Stars } from '../../ui/stars';
import { DeleteReview } from './delete-review';
import { Panel } from './panel';
import { panelState } from './panel-state';
import { useMore } from './use-more';

/** What customers wrote for the home page, and the way to take it away. */
export function NewestReviews() {
  const { shown, limit, showMore } = useMore();
  const query = shopApi.useListReviewsQuery({ limit }, { refetchOnMountOrArgChange: true });
  return (
    <Panel
      title="Newest reviews"
      {...panelState(query)}
      shown={shown}
      onMore={showMore}
      empty="Nobody has reviewed the shop yet."
      keyOf={({ _id }) => _id}
    >
      {(review) => (
        <>
          <div className="sum">
            <Stars rating={review.rating} />
            <DeleteReview review={review} />
          </div>
          <p>{review.review}</p>
          <span className="id">{review.name}</span>
        </>
      )}
    </Panel>
  );
}
