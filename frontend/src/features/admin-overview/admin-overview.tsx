import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { LowParts } from './low-parts';
import { NewestAuditEntries } from './newest-audit-entries';
import { DelayedMails, NewestFeedback, NewestMails } from './newest-messages';
import { NewestReviews } from './newest-reviews';
import { NewsletterReaders } from './newsletter-readers';
import { Refunds } from './refunds';
import { ToDo } from './to-do';
import { UnmatchedPayments } from './unmatched-payments';

/** An admin's open tasks, with links to where they are done. */
export function AdminOverview() {
  return (
    <>
      <DashboardHeading title="Overview" />
      <ToDo />
      <div className="overview">
        <UnmatchedPayments />
        <LowParts />
        <Refunds />
        <DelayedMails />
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
