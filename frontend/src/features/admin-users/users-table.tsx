import { ShieldCheck, ShieldOff } from 'lucide-react';
import type { User } from '../../api/generated-types';
import { formatCount } from '../../lib/money';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DataTable, type Column } from '../../ui/data-table';
import { EndSessions } from './end-sessions';
import { UserAddress } from './user-address';

interface UsersTableProps {
  users: User[];
  onMake: (user: User) => void;
  onRemove: (user: User) => void;
}

export function UsersTable({ users, onMake, onRemove }: UsersTableProps) {
  const columns: Column<User>[] = [
    { label: '#', kind: 'index', cell: (_, position) => formatCount(position + 1) },
    {
      label: 'Email',
      kind: 'lead',
      cell: (user) => <UserAddress user={user} />,
    },
    {
      label: 'Name',
      kind: 'person',
      cell: ({ name }) => name ?? <span className="absent">not given</span>,
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
