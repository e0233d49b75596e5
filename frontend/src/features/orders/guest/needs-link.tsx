import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { Link } from '../../../ui/controls/link';
import { FocusedHeading } from '../../../ui/layout/focused-heading';
import { EmailLinkScreen } from '../../../ui/layout/email-link-screen';

/** This browser has no guest: explains how to return to an order. */
export function NeedsLink() {
  const here = useLocation();
  return (
    <EmailLinkScreen title="Your order">
      <FocusedHeading>Find your order</FocusedHeading>
      <p>
        If you ordered without an account, open the link in the email about your order: it works in
        any browser. Orders placed with an account are in the dashboard.
      </p>
      <div className="actions">
        <Link className="btn btn-primary" to={paths.signIn} state={{ from: here }}>
          Sign in
        </Link>
        <Link className="btn" to={paths.shop}>
          Browse parts
        </Link>
      </div>
    </EmailLinkScreen>
  );
}
