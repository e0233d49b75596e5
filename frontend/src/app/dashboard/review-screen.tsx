import { AddReviewPage } from '../../features/reviews/add-review-page';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { EmptyState } from '../../ui/messages/empty-state';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { useIsAdmin } from './require-admin';

/** A customer screen. An admin who opens it sees a note. */
export function ReviewScreen() {
  const { admin } = useIsAdmin();
  if (!admin) return <AddReviewPage />;
  return (
    <>
      <DashboardHeading title="Add A Review" />
      <EmptyState
        drawing="empty"
        title="Reviews are written by customers"
        action={
          <Link className="btn btn-primary" to={paths.dashboard}>
            Back to the dashboard
          </Link>
        }
      >
        You are signed in as an admin of this shop.
      </EmptyState>
    </>
  );
}
