import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { LowParts } from './low-parts';
import { NewestAuditEntries } from './newest-audit-entries';
import { NewestFeedback, NewestMails } from './newest-messages';
import { NewestReviews } from './newest-reviews';
import { NewsletterReaders } from './newsletter-readers';
import { OrderNumbers } from './order-numbers';
import { Refunds } from './refunds';
import { UnmatchedPayments } from './unmatched-payments';

/** What waits for an admin, before they go where the work is. */
export function AdminOverview() {
  return (
    <>
      <DashboardHeading title="Overview" />
      <OrderNumbers />
      <div className="overview">
        <UnmatchedPayments />
        <LowParts />
        <Refunds />
        <div className="columns">
          <div>
            <NewestFeedback />
            <NewestMails />
          </div>
          <div>
            <NewestReviews />
            <NewsletterReaders />
          </div>
        </div>
        <NewestAuditEntries />
      </div>
    </>
  );
}
