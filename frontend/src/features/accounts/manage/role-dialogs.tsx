import { ShieldCheck, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminApi } from '../../../api/admin';
import type { Modified, User } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { sentenceFor } from '../../../api/contract/problem';
import { useShopDispatch } from '../../../api/session/session-hooks';
import { paths } from '../../../lib/paths';
import { usePerson } from '../../../lib/session/session-slice';
import { questions, toasts } from '../../../lib/texts';
import { ConfirmDialog } from '../../../ui/controls/confirm-dialog';
import { EmailText } from '../../../ui/data/email';
import { notify } from '../../../ui/messages/notify';

interface RoleDialogProps {
  user: User;
  question: string;
  confirm: { label: string; icon: ReactNode; look: 'danger' | 'primary' };
  warning?: string;
  /** Grants or revokes the role. */
  change: () => Promise<{ data?: Modified; error?: unknown }>;
  /** The messages on success, and if another admin has already made the change. */
  messages: { done: string; alreadyDone: string };
  /** What the user can do after the change; the sentence begins with the user's name. */
  children: ReactNode;
  onClose: (changed: boolean) => void;
}

/** Asks before a user’s role changes, naming the user. */
function RoleDialog(props: RoleDialogProps) {
  const { user, change, messages, children, ...question } = props;

  const confirm = async () => {
    const { data, error } = await change();
    if (data === undefined) return sentenceFor(error);
    if (data.modifiedCount > 0) notify.success(messages.done);
    else notify.info(messages.alreadyDone);
    return null;
  };

  return (
    <ConfirmDialog {...question} onConfirm={confirm}>
      <b>
        {user.name ? `${user.name}, ` : ''}
        <EmailText>{user.user}</EmailText>
      </b>{' '}
      {children}
    </ConfirmDialog>
  );
}

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
      messages={{ done: toasts.madeAdmin, alreadyDone: 'This person is already an admin.' }}
      onClose={onClose}
    >
      will see and manage all orders, products and people.
    </RoleDialog>
  );
}

interface RemoveAdminDialogProps {
  user: User;
  onClose: (removed: boolean) => void;
}

export function RemoveAdminDialog({ user, onClose }: RemoveAdminDialogProps) {
  const [removeAdmin] = adminApi.useRemoveAdminMutation();
  const { email } = usePerson();
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const own = user.user === email;

  /** Leaves this page, which is for admins only, and refetches the role. */
  const leave = async () => {
    await navigate(paths.dashboard);
    const fresh = { forceRefetch: true, subscribe: false };
    void dispatch(shopApi.endpoints.isAdmin.initiate({ email }, fresh));
  };

  return (
    <RoleDialog
      user={user}
      question={own ? 'Give up your own admin role?' : 'Remove this person’s admin role?'}
      confirm={{ label: 'Remove Admin', icon: <ShieldOff className="icon" />, look: 'danger' }}
      change={() => removeAdmin({ email: user.user })}
      messages={{
        done: 'Admin role removed.',
        alreadyDone: 'This person is no longer an admin.',
      }}
      onClose={(removed) => {
        onClose(removed);
        if (removed && own) void leave();
      }}
    >
      can no longer see or manage orders, products and people. Another admin can undo this.
    </RoleDialog>
  );
}
