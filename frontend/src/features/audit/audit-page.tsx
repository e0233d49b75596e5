import { adminApi } from '../../api/admin';
import type { AuditEntry } from '../../api/generated-types';
import { listOf } from '../../api/paging';
import { useEndedSession } from '../../api/session-hooks';
import { actionOf, actorOf, nameOf, orderOf } from '../../lib/audit-log';
import { formatDateTime } from '../../lib/date-time';
import { countThings } from '../../lib/format';
import { useQueryState } from '../../lib/hooks';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { SearchField } from '../../ui/controls/search-field';
import { EmailText } from '../../ui/data/email';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { ListFrame } from '../../ui/lists/list-frame';
import { EmptyState } from '../../ui/messages/empty-state';

/** What was done to the rights and the money of users, newest first. */
export function AuditPage() {
  const pages = adminApi.useEveryAuditEntryInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useEndedSession(pages.error, [401]);
  const list = listOf(pages);
  const { rows: entries } = list;
  const [words, setWords] = useQueryState('q');
  const hasEntries = entries !== undefined && entries.length > 0;

  return (
    <>
      <DashboardHeading title="Audit Log">
        {entries ? countThings(entries.length, list.hasMore, 'entry', 'entries') : ''}
      </DashboardHeading>
      {hasEntries && (
        <div className="list-tools">
          <SearchField label="Find by email or action" words={words} onSearch={setWords} />
        </div>
      )}
      <ListFrame
        key={words}
        list={{ ...list, rows: entries && findEntries(entries, words) }}
        noun="entries"
        empty={
          hasEntries ? (
            <EmptyState
              drawing="nothing-found"
              title="No entries found"
              action={
                <Button
                  onClick={() => {
                    setWords('');
                  }}
                >
                  Show all entries
                </Button>
              }
            >
              No email, action or detail matches your search.
            </EmptyState>
          ) : (
            <EmptyState
              drawing="empty"
              title="No entries yet"
              action={
                <Button busy={list.fetching} onClick={list.refetch}>
                  Reload
                </Button>
              }
            >
              Role changes, refunds, deleted reviews and ended sessions appear here.
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <DataTable label="Audit log" columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />
        )}
      </ListFrame>
    </>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  {
    label: 'Action',
    kind: 'lead',
    cell: (entry) => (
      <>
        <b>{actionOf(entry)}</b>
        <Detail entry={entry} />
      </>
    ),
  },
  {
    label: 'User',
    kind: 'person',
    cell: ({ subject }) => <EmailText>{nameOf(subject)}</EmailText>,
  },
  { label: 'By', kind: 'person', cell: (entry) => <EmailText>{actorOf(entry)}</EmailText> },
  { label: 'When', cell: ({ createdAt }) => formatDateTime(createdAt) },
];

/** What else there is to know; an order can be looked at. */
function Detail({ entry }: { entry: AuditEntry }) {
  const order = orderOf(entry);
  if (entry.detail === undefined) return null;
  return (
    <span className="id">
      {order === undefined ? entry.detail : <Link to={paths.orderToManage(order)}>{order}</Link>}
    </span>
  );
}

/** Entries whose words or addresses hold what is looked for. */
function findEntries(entries: AuditEntry[], words: string): AuditEntry[] {
  const sought = words.trim().toLowerCase();
  return entries.filter((entry) =>
    [actionOf(entry), actorOf(entry), nameOf(entry.subject), entry.detail ?? ''].some((text) =>
      text.toLowerCase().includes(sought),
    ),
  );
}
