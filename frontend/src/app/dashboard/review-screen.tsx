import { AddReviewPage } from '../../features/reviews/add-review-page';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { EmptyState } from '../../ui/messages/empty-state';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { useIsAdmin } from './require-admin';

/** A screen of the customers' menu. An admin who comes by its address or a link is told so. */
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
