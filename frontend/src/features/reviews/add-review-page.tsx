import { DashHead } from '../../ui/dash-head';
import { ReviewForm } from './review-form';

export function AddReviewPage() {
  return (
    <>
      <DashHead title="Add A Review">One review a day, shown on the home page.</DashHead>
      <ReviewForm />
    </>
  );
}
