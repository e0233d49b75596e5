import { useRef } from 'react';
import type { User } from '../../../api/contract/generated-types';
import { adminApi } from '../../../api/admin';
import { useAdminList } from '../../../api/session/use-admin-list';
import { countThings } from '../../../lib/format';
import { useQueryState } from '../../../lib/hooks';
import { Button } from '../../../ui/controls/button';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { SearchField } from '../../../ui/controls/search-field';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { ListFrame } from '../../../ui/lists/list-frame';
import { EmptyState } from '../../../ui/messages/empty-state';
import { MakeAdminDialog, RemoveAdminDialog } from './role-dialogs';
import { UsersTable } from './users-table';

function summary(users: User[], more: boolean): string {
  const admins = users.filter(({ role }) => role === 'admin').length;
  const people = countThings(users.length, more, 'person', 'people');
  return `${people}, ${countThings(admins, more, 'admin', 'admins')}`;
}

export function MakeAdminPage() {
  const list = useAdminList(
    adminApi.useEveryUserInfiniteQuery(undefined, { refetchOnMountOrArgChange: true }),
  );
  const { rows: users } = list;
  const [words, setWords] = useQueryState('q');
  const heading = useRef<HTMLHeadingElement>(null);
  const promoted = useDialogFor<User>(heading);
  const demoted = useDialogFor<User>(heading);

  return (
    <>
      <DashboardHeading title="Make Admin" ref={heading}>
        {users ? summary(users, list.hasMore) : ''}
      </DashboardHeading>
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

/**
 * The list always contains at least the current admin, so this is about a search without results.
 */
function NoSuchUsers({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      drawing="nothing-found"
      title="No users found"
      action={<Button onClick={onShowAll}>Show all users</Button>}
    >
      No name or email matches your search.
    </EmptyState>
  );
}

/** Users whose name or email address contains the words. */
function findUsers(users: User[], words: string): User[] {
  const sought = words.trim().toLowerCase();
  return users.filter(({ name, user }) =>
    [name ?? '', user].some((text) => text.toLowerCase().includes(sought)),
  );
}
