import { Link } from 'react-router-dom';
import { AddReviewPage } from '../../features/reviews/add-review-page';
import { paths } from '../../lib/paths';
import { Blank } from '../../ui/blank';
import { DashHead } from '../../ui/dash-head';
import { useIsAdmin } from '../use-is-admin';

/** A screen of the customers' menu. An admin who comes by its address or a link is told so. */
export function ReviewScreen() {
  const { admin } = useIsAdmin();
  if (!admin) return <AddReviewPage />;
  return (
    <>
      <DashHead title="Add A Review" />
      <Blank
        title="Reviews are written by customers"
        action={
          <Link className="btn btn-primary" to={paths.dashboard}>
            Back to the dashboard
          </Link>
        }
      >
        You are signed in as an admin of this shop.
      </Blank>
    </>
  );
}
