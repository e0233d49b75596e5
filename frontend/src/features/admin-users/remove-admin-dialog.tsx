import { ShieldOff } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { adminApi } from '../../api/admin';
import type { User } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { useShopDispatch } from '../../api/use-shop-dispatch';
import { paths } from '../../lib/paths';
import { usePerson } from '../../lib/session/use-person';
import { RoleDialog } from './role-dialog';

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

  /** This page is not the caller's any more. */
  const leave = async () => {
    await navigate(paths.dashboard);
    const anew = { forceRefetch: true, subscribe: false };
    void dispatch(shopApi.endpoints.isAdmin.initiate({ email }, anew));
  };

  return (
    <RoleDialog
      user={user}
      question={own ? 'Give up your own admin role?' : 'Take the admin role from this person?'}
      confirm={{ label: 'Remove Admin', icon: <ShieldOff className="icon" />, look: 'danger' }}
      change={() => removeAdmin({ email: user.user })}
      news={{
        done: 'The admin role was taken back.',
        doneBefore: 'This person was no admin any more.',
      }}
      onClose={(removed) => {
        onClose(removed);
        if (removed && own) void leave();
      }}
    >
      will not see or manage orders, products and people any more. Another admin can undo this.
    </RoleDialog>
  );
}
