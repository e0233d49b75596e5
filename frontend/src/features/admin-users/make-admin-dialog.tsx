import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../api/generated';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { questions, toasts } from '../../lib/texts';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { EmailText } from '../../ui/email-text';
import { notify } from '../../ui/notify';

interface MakeAdminDialogProps {
  user: User;
  onClose: (made: boolean) => void;
}

const NOT_CONFIRMED = 'This address has not been confirmed.';
const ADMIN_BEFORE = 'This person was an admin already.';

export function MakeAdminDialog({ user, onClose }: MakeAdminDialogProps) {
  const [makeAdmin, { isLoading }] = shopApi.useMakeAdminMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const confirm = async () => {
    setProblem(null);
    const { data, error } = await makeAdmin({ email: user.user });
    if (data === undefined) {
      setProblem(sentenceFor(error));
      return;
    }
    if (data.modifiedCount > 0) notify.success(toasts.madeAdmin);
    else notify.info(ADMIN_BEFORE);
    onClose(true);
  };

  return (
    <ConfirmDialog
      question={questions.makeAdmin}
      confirm={{
        label: 'Make Admin',
        icon: <ShieldCheck className="icon" />,
        look: 'primary',
      }}
      warning={user.emailVerified ? undefined : NOT_CONFIRMED}
      busy={isLoading}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={() => {
        onClose(false);
      }}
    >
      <b>
        {user.name ? `${user.name}, ` : ''}
        <EmailText>{user.user}</EmailText>
      </b>{' '}
      will see and manage all orders, products and people.
    </ConfirmDialog>
  );
}
