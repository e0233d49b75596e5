import { useState } from 'react';
import type { User } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { mayBeDone, sentenceFor } from '../../api/problem';
import { closeSession } from '../../api/session';
import { useShopDispatch } from '../../api/session-hooks';
import { leavingEverywhere } from '../../lib/session/session-slice';
import { Button } from '../../ui/controls/button';
import { Alert } from '../../ui/messages/alert';
import { AuthProblem } from './auth-screen';
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
          <p>Your email address is confirmed.</p>
        ) : (
          <>
            <p>Your email address is not confirmed yet. We can email you a confirmation link.</p>
            <Button busy={task === 'confirm'} onClick={() => void mail('confirm')}>
              Send confirmation email
            </Button>
          </>
        )}
        <p role="status">
          {sent === 'confirm' && `We sent an email to ${user.user}. Open the link in it.`}
        </p>
      </div>
      <div>
        <p>We can email you a link to choose a new password.</p>
        <Button busy={task === 'reset'} onClick={() => void mail('reset')}>
          Change password
        </Button>
        <p role="status">
          {sent === 'reset' && `We sent an email to ${user.user}. Its link is valid for one hour.`}
        </p>
      </div>
      <AuthProblem>{problem}</AuthProblem>
      <SignOutEverywhere email={user.user} />
    </section>
  );
}

/** For whoever left a browser signed in somewhere, or fears that somebody else is in. */
function SignOutEverywhere({ email }: { email: string }) {
  const dispatch = useShopDispatch();
  const [signOut, { isLoading }] = shopApi.useSignOutEverywhereMutation();
  const [problem, setProblem] = useState<string | null>(null);

  /** Whether the session is known to go on. One that is over ends with this call. */
  const goesOn = async () => {
    const call = shopApi.endpoints.getUser.initiate(
      { email },
      { subscribe: false, forceRefetch: true },
    );
    return (await dispatch(call)).isSuccess;
  };

  const leave = async () => {
    setProblem(null);
    dispatch(leavingEverywhere(true));
    const { error } = await signOut({ email });
    if (error === undefined) await dispatch(closeSession('everywhere'));
    else {
      setProblem(sentenceFor(error));
      if (!mayBeDone(error) || (await goesOn())) dispatch(leavingEverywhere(false));
    }
  };

  return (
    <div>
      <p>Ends your session in this browser and all others immediately.</p>
      <Button busy={isLoading} onClick={() => void leave()}>
        Sign out everywhere
      </Button>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
    </div>
  );
}
