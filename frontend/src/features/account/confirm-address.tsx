import { useState } from 'react';
import { Button } from '../../ui/button';
import type { useAuthAttempt } from './use-auth-attempt';

type ConfirmAddressProps = Pick<ReturnType<typeof useAuthAttempt>, 'attempt' | 'task'>;

/**
 * The shop knows the address under another sign-in, so whoever has just signed in with it is asked to
 * show that it is theirs.
 */
export function ConfirmAddress({ attempt, task }: ConfirmAddressProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = () =>
    attempt('confirm', async (identity) => {
      setSentTo(null);
      setSentTo(await identity.sendConfirmationMail());
    });

  return (
    <div className="hint">
      <Button busy={task === 'confirm'} onClick={() => void send()}>
        Send confirmation mail
      </Button>
      <p role="status">
        {sentTo !== null && `Look for our mail to ${sentTo}. Open its link, then sign in again.`}
      </p>
    </div>
  );
}
