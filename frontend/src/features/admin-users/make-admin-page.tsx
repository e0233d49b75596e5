import { useRef } from 'react';
import type { User } from '../../api/generated-types';
import { listOf } from '../../api/list-of';
import { pagesApi } from '../../api/pages';
import { useEndedSession } from '../../api/use-ended-session';
import { countThings } from '../../lib/counts';
import { useQueryState } from '../../lib/use-query-state';
import { DashHead } from '../../ui/dash-head';
import { ListFrame } from '../../ui/list-frame';
import { SearchField } from '../../ui/search-field';
import { useDialogFor } from '../../ui/use-dialog-for';
import { MakeAdminDialog } from './make-admin-dialog';
import { NoSuchUsers } from './no-such-users';
import { RemoveAdminDialog } from './remove-admin-dialog';
import { findUsers } from './find-users';
import { UsersTable } from './users-table';

function summary(users: User[], more: boolean): string {
  const admins = users.filter(({ role }) => role === 'admin').length;
  const people = countThings(users.length, more, 'person', 'people');
  return `${people}, ${countThings(admins, more, 'admin', 'admins')}`;
}

export function MakeAdminPage() {
  const pages = pagesApi.useEveryUserInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  useEndedSession(pages.error, [401]);
  const list = listOf(pages);
  const { rows: users } = list;
  const [words, setWords] = useQueryState('q');
  const heading = useRef<HTMLHeadingElement>(null);
  const promoted = useDialogFor<User>(heading);
  const demoted = useDialogFor<User>(heading);

  return (
    <>
      <DashHead title="Make Admin" ref={heading}>
        {users ? summary(users, list.hasMore) : ''}
      </DashHead>
      {(users !== undefined || list.problem === null) && (
        <div className="list-tools">
          <SearchField label="Find by name or email" words={words} onSearch={setWords} />
        </div>
      )}
      <ListFrame
        key={words}
        list={{ ...list, rows: users && findUsers(users, words) }}
        noun="people"
        first="first"
        empty={
          <NoSuchUsers
            onShowAll={() => {
              setWords('');
            }}
          />
        }
      >
        {(rows) => <UsersTable users={rows} onMake={promoted.open} onRemove={demoted.open} />}
      </ListFrame>
      {promoted.row && <MakeAdminDialog user={promoted.row} onClose={promoted.close} />}
      {demoted.row && <RemoveAdminDialog user={demoted.row} onClose={demoted.close} />}
    </>
  );
}
