import { LogOut } from 'lucide-react';
import type { User } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { sentenceFor } from '../../api/problem';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notify';

/** Ends all sessions of a person, who may have lost a device or a password. It takes no right away. */
export function EndSessions({ user: { user: email } }: { user: User }) {
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
