import { ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { User } from '../../api/generated';
import { shopApi } from '../../api/index';
import { moderationApi } from '../../api/moderation';
import { sentenceFor } from '../../api/problem';
import { useShopDispatch } from '../../api/use-shop-dispatch';
import { paths } from '../../lib/paths';
import { usePerson } from '../../lib/session/use-person';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { EmailText } from '../../ui/email-text';
import { notify } from '../../ui/notify';

interface RemoveAdminDialogProps {
  user: User;
  onClose: (removed: boolean) => void;
}

export function RemoveAdminDialog({ user, onClose }: RemoveAdminDialogProps) {
  const [removeAdmin, { isLoading }] = moderationApi.useRemoveAdminMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { email } = usePerson();
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const own = user.user === email;

  const confirm = async () => {
    setProblem(null);
    const { data, error } = await removeAdmin({ email: user.user });
    if (data === undefined) {
      setProblem(sentenceFor(error));
      return;
    }
    if (data.modifiedCount > 0) notify.success('The admin role was taken back.');
    else notify.info('This person was no admin any more.');
    onClose(true);
    if (!own) return;
    // This page is not the caller's any more.
    await navigate(paths.dashboard);
    const anew = { forceRefetch: true, subscribe: false };
    void dispatch(shopApi.endpoints.isAdmin.initiate({ email }, anew));
  };

  return (
    <ConfirmDialog
      question={own ? 'Give up your own admin role?' : 'Take the admin role from this person?'}
      confirm={{
        label: 'Remove Admin',
        icon: <ShieldOff className="icon" />,
        look: 'danger',
      }}
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
      will not see or manage orders, products and people any more. Another admin can undo this.
    </ConfirmDialog>
  );
}
