import { useState } from 'react';
import type { User } from '../../api/generated-types';
import { Button } from '../../ui/button';
import { AuthProblem } from './auth-problem';
import { SignOutEverywhere } from './sign-out-everywhere';
import { useAuthAttempt } from './use-auth-attempt';

/** What users can do about their sign-in: links by mail, and the end of all sessions. */
export function SignInSettings({ user }: { user: User }) {
  const { attempt, task, problem } = useAuthAttempt();
  const [sent, setSent] = useState<'confirm' | 'reset' | null>(null);

  const mail = async (kind: 'confirm' | 'reset') => {
    setSent(null);
    const done = await attempt(kind, async (identity) => {
      if (kind === 'confirm') await identity.sendConfirmationMail();
      else await identity.sendResetMail(user.user);
    });
    if (done) setSent(kind);
  };

  return (
    <section className="sign-in-settings" aria-labelledby="signing-in">
      <h2 id="signing-in">Signing in</h2>
      <div>
        {user.emailVerified ? (
          <p>Your address is confirmed.</p>
        ) : (
          <>
            <p>Your address is not confirmed yet. We mail you a link for that.</p>
            <Button busy={task === 'confirm'} onClick={() => void mail('confirm')}>
              Send confirmation mail
            </Button>
          </>
        )}
        <p role="status">
          {sent === 'confirm' && `Look for our mail to ${user.user} and open its link.`}
        </p>
      </div>
      <div>
        <p>We mail you a link to choose a new password.</p>
        <Button busy={task === 'reset'} onClick={() => void mail('reset')}>
          Change password
        </Button>
        <p role="status">
          {sent === 'reset' && `Look for our mail to ${user.user}: its link is good for an hour.`}
        </p>
      </div>
      <AuthProblem>{problem}</AuthProblem>
      <SignOutEverywhere email={user.user} />
    </section>
  );
}
