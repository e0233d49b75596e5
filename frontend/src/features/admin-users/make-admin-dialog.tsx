import { ShieldCheck } from 'lucide-react';
import { adminApi } from '../../api/admin';
import type { User } from '../../api/generated-types';
import { questions, toasts } from '../../lib/texts';
import { RoleDialog } from './role-dialog';

interface MakeAdminDialogProps {
  user: User;
  onClose: (made: boolean) => void;
}

export function MakeAdminDialog({ user, onClose }: MakeAdminDialogProps) {
  const [makeAdmin] = adminApi.useMakeAdminMutation();
  return (
    <RoleDialog
      user={user}
      question={questions.makeAdmin}
      confirm={{ label: 'Make Admin', icon: <ShieldCheck className="icon" />, look: 'primary' }}
      warning={user.emailVerified ? undefined : 'This address has not been confirmed.'}
      change={() => makeAdmin({ email: user.user })}
      news={{ done: toasts.madeAdmin, doneBefore: 'This person was an admin already.' }}
      onClose={onClose}
    >
      will see and manage all orders, products and people.
    </RoleDialog>
  );
}
