import { adminApi } from '../../api/admin';
import { actionOf, actorOf, nameOf } from '../../lib/audit-log';
import { formatDateTime } from '../../lib/date-time';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { EmailText } from '../../ui/data/email';
import { NEWEST, Panel, panelState } from './panel';

/** The latest changes to users' rights and money. */
export function NewestAuditEntries() {
  const query = adminApi.useListAuditQuery({ limit: NEWEST }, { refetchOnMountOrArgChange: true });
  return (
    <Panel
      title="Audit log"
      aside={<Link to={paths.auditLog}>Full log</Link>}
      {...panelState(query)}
      shown={NEWEST}
      empty="No entries yet."
      keyOf={({ _id }) => _id}
    >
      {(entry) => (
        <>
          <b>{actionOf(entry)}</b>
          <span className="id">
            <EmailText>{nameOf(entry.subject)}</EmailText>, by{' '}
            <EmailText>{actorOf(entry)}</EmailText>, {formatDateTime(entry.createdAt)}
          </span>
        </>
      )}
    </Panel>
  );
}
