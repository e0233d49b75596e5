import { ShieldCheck } from 'lucide-react';
import type { User } from '../../api/generated';
import { formatCount } from '../../lib/money';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { DataTable, type Column } from '../../ui/data-table';
import { EmailText } from '../../ui/email-text';

interface UsersTableProps {
  users: User[];
  onChoose: (user: User) => void;
}

export function UsersTable({ users, onChoose }: UsersTableProps) {
  const columns: Column<User>[] = [
    { label: '#', kind: 'index', cell: (_, position) => formatCount(position + 1) },
    {
      label: 'Email',
      kind: 'lead',
      cell: ({ user }) => (
        <b>
          <EmailText>{user}</EmailText>
        </b>
      ),
    },
    { label: 'Name', cell: ({ name }) => name ?? <span className="absent">not given</span> },
    {
      label: 'Role',
      kind: 'actions',
      cell: (user) =>
        user.role === 'admin' ? (
          <Badge tone="info" icon={ShieldCheck}>
            admin
          </Badge>
        ) : (
          <div className="actions">
            <Button
              size="small"
              icon={<ShieldCheck className="icon" />}
              onClick={() => {
                onChoose(user);
              }}
            >
              Make Admin <span className="sr-only">{user.user}</span>
            </Button>
          </div>
        ),
    },
  ];
  return <DataTable label="Users" columns={columns} rows={users} keyOf={({ _id }) => _id} />;
}
