import { useSearchParams } from 'react-router-dom';
import { adminApi } from '../../api/admin';
import type { AuditEntry } from '../../api/contract/generated-types';
import { useAdminList } from '../../api/session/use-admin-list';
import { actionOf, actorOf, detailOf, type FieldChange, nameOf } from '../../lib/audit-log';
import { formatDateTime } from '../../lib/date-time';
import { paths } from '../../lib/paths';
import { NoRows } from '../../ui/admin/no-rows';
import { Link } from '../../ui/controls/link';
import { EmailText } from '../../ui/data/email';
import { Things } from '../../ui/data/exact';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../ui/lists/data-table';
import { ListFrame } from '../../ui/lists/list-frame';
import { AuditFilters } from './audit-filters';
import {
  type AuditSearch,
  canBeFound,
  choiceOf,
  isNarrowed,
  queryOf,
  searchOf,
} from './audit-search';

/** The audit log: changes to users' rights, orders and money, and to parts, newest first. */
export function AuditPage() {
  const [query, setQuery] = useSearchParams();
  const search = searchOf(query);
  const list = useEntries(search);

  return (
    <>
      <DashboardHeading title="Audit Log">
        {list.rows ? (
          <Things of={list.rows.length} more={list.hasMore} one="entry" many="entries" />
        ) : (
          ''
        )}
      </DashboardHeading>
      <AuditFilters
        search={search}
        onChoose={(change) => {
          setQuery(queryOf({ ...search, ...change }), { replace: true });
        }}
      />
      <ListFrame
        key={queryOf(search).toString()}
        list={list}
        noun="entries"
        empty={
          <NoRows
            list={list}
            none={{
              title: 'No entries yet',
              text: 'Everything that admins change or export appears here, with old and new values.',
            }}
            unmatched={
              isNarrowed(search) && {
                title: 'No entries found',
                text:
                  search.actor === '' && search.subject === ''
                    ? 'No entry matches your filters.'
                    : 'Search for people by their full current email address.',
                all: 'Show all entries',
                to: paths.auditLog,
              }
            }
          />
        }
      >
        {(rows) => (
          <DataTable label="Audit log" columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />
        )}
      </ListFrame>
    </>
  );
}

/** The matching entries, one page at a time. */
function useEntries(search: AuditSearch) {
  const unmatchable = !canBeFound(search);
  const pages = adminApi.useAuditEntriesInfiniteQuery(choiceOf(search), {
    refetchOnMountOrArgChange: true,
    skip: unmatchable,
  });
  const list = useAdminList(pages);
  return unmatchable ? { ...list, rows: [], loaded: 0, problem: null, hasMore: false } : list;
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

/** The details with old and new values, and a link to the subject. */
function Detail({ entry }: { entry: AuditEntry }) {
  const { about, id, rest, changes, notes } = detailOf(entry);
  if (id === '' && rest === '') return null;
  return (
    <>
      <span className="id">
        {about !== undefined && (
          <Link to={about === 'order' ? paths.orderToManage(id) : paths.editProduct(id)}>{id}</Link>
        )}
        {about !== undefined && rest !== '' && ', '}
        {rest}
      </span>
      {changes.length > 0 && (
        <ul className="audit-changes" aria-label="Changes">
          {changes.map((change) => (
            <Change key={change.field} {...change} />
          ))}
        </ul>
      )}
      {notes.length > 0 && <span className="id">{notes.join(' ')}</span>}
    </>
  );
}

function Change({ field, before, after }: FieldChange) {
  return (
    <li>
      {field}: <del>{before}</del> → <ins>{after}</ins>
    </li>
  );
}
