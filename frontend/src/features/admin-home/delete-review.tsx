import { Trash2 } from 'lucide-react';
import { adminApi } from '../../api/admin';
import type { Review } from '../../api/generated-types';
import { sentenceFor } from '../../api/problem';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notify';

const DELETE_REVIEW =
  'Delete this review? It leaves the home page at once and cannot be brought back.';

/** For what does not belong on the home page. */
export function DeleteReview({ review }: { review: Review }) {
  const [deleteReview, { isLoading }] = adminApi.useDeleteReviewMutation();

  const remove = async () => {
    if (!window.confirm(DELETE_REVIEW)) return;
    const { data, error } = await deleteReview({ id: review._id });
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.deletedCount > 0) notify.success('The review is deleted.');
    else notify.info('This review was deleted before.');
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
