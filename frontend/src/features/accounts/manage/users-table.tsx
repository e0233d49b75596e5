import { LogOut, ShieldCheck, ShieldOff } from 'lucide-react';
import type { User } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { sentenceFor } from '../../../api/contract/problem';
import { isMoved } from '../../../lib/moved-address';
import { Button } from '../../../ui/controls/button';
import { Badge } from '../../../ui/data/badge';
import { EmailText, UnusualLetters } from '../../../ui/data/email';
import { Count } from '../../../ui/data/exact';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import { notify } from '../../../ui/messages/notify';

interface UsersTableProps {
  users: User[];
  onMake: (user: User) => void;
  onRemove: (user: User) => void;
}

export function UsersTable({ users, onMake, onRemove }: UsersTableProps) {
  const columns: Column<User>[] = [
    { label: '#', kind: 'index', cell: (_, position) => <Count of={position + 1} /> },
    {
      label: 'Email',
      kind: 'lead',
      cell: (user) => <UserAddress user={user} />,
    },
    {
      label: 'Name',
      kind: 'person',
      cell: ({ name }) => name ?? <span className="not-set">not given</span>,
    },
    {
      label: 'Role',
      kind: 'actions',
      cell: (user) =>
        user.role === 'admin' ? (
          <div className="actions">
            <Badge tone="info" icon={ShieldCheck}>
              admin
            </Badge>
            <Button
              look="danger-outline"
              size="small"
              icon={<ShieldOff className="icon" />}
              onClick={() => {
                onRemove(user);
              }}
            >
              Remove Admin <span className="sr-only">{user.user}</span>
            </Button>
            <EndSessions user={user} />
          </div>
        ) : (
          <div className="actions">
            <Button
              size="small"
              icon={<ShieldCheck className="icon" />}
              onClick={() => {
                onMake(user);
              }}
            >
              Make Admin <span className="sr-only">{user.user}</span>
            </Button>
            <EndSessions user={user} />
          </div>
        ),
    },
  ];
  return <DataTable label="Users" columns={columns} rows={users} keyOf={({ _id }) => _id} />;
}

/** An email address, with a warning to read before granting its owner any rights. */
function UserAddress({ user: { user, emailVerified } }: { user: User }) {
  if (isMoved(user)) {
    return (
      <>
        <b>no address</b>
        <span className="id">
          This user’s address now belongs to someone else. It is updated when they next sign in.
        </span>
      </>
    );
  }
  return (
    <>
      <b>
        <EmailText>{user}</EmailText>
      </b>
      {!emailVerified && <span className="id">not confirmed</span>}
      <UnusualLetters address={user} />
    </>
  );
}

/** Ends all sessions of a user, who may have lost a device or a password. Revokes no rights. */
function EndSessions({ user: { user: email } }: { user: User }) {
  const [signOut, { isLoading }] = shopApi.useSignOutEverywhereMutation();

  const end = async () => {
    if (!window.confirm(`Sign ${email} out in every browser? They can sign in again at once.`))
      return;
    const { error } = await signOut({ email });
    if (error === undefined) notify.success('Signed out everywhere');
    else notify.error(sentenceFor(error));
  };

  return (
    <Button
      size="small"
      icon={<LogOut className="icon" />}
      busy={isLoading}
      onClick={() => void end()}
    >
      Sign out <span className="sr-only">{email} everywhere</span>
    </Button>
  );
}
