import { Trash2 } from 'lucide-react';
import { adminApi } from '../../api/admin';
import type { Review } from '../../api/contract/generated-types';
import { homeApi } from '../../api/home';
import { sentenceFor } from '../../api/contract/problem';
import { Button } from '../../ui/controls/button';
import { Stars } from '../../ui/data/stars';
import { notify } from '../../ui/messages/notify';
import { Panel, panelState, useMore } from './panel';

/** Customer reviews for the home page, with a way to delete them. */
export function NewestReviews() {
  const { shown, limit, showMore } = useMore();
  const query = homeApi.useListReviewsQuery({ limit }, { refetchOnMountOrArgChange: true });
  return (
    <Panel
      title="Newest reviews"
      {...panelState(query)}
      shown={shown}
      onMore={showMore}
      empty="No reviews yet."
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

const DELETE_REVIEW =
  'Delete this review? It disappears from the home page immediately and cannot be restored.';

/** For reviews that do not belong on the home page. */
function DeleteReview({ review }: { review: Review }) {
  const [deleteReview, { isLoading }] = adminApi.useDeleteReviewMutation();

  const remove = async () => {
    if (!window.confirm(DELETE_REVIEW)) return;
    const { data, error } = await deleteReview({ id: review._id });
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.deletedCount > 0) notify.success('Review deleted.');
    else notify.info('This review was already deleted.');
  };

  return (
    <Button
      look="danger-outline"
      size="small"
      busy={isLoading}
      icon={<Trash2 className="icon" />}
      onClick={() => void remove()}
    >
      Delete <span className="sr-only">the review by {review.name}</span>
    </Button>
  );
}
