import { useState } from 'react';
import type { User } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { mayBeDone, sentenceFor } from '../../api/contract/problem';
import { closeSession } from '../../api/session/close-session';
import { useShopDispatch } from '../../api/session/session-hooks';
import { leavingEverywhere } from '../../lib/session/session-slice';
import { Button } from '../../ui/controls/button';
import { Alert } from '../../ui/messages/alert';
import { ChangeEmailDialog, ChangePasswordDialog, DeleteAccountDialog } from './account-dialogs';
import { AuthProblem } from './auth-screen';
import { saveFile } from './save-file';
import { useAuthAttempt } from './use-auth-attempt';

/** There is no password to verify or change; the email is sufficient proof. */
const NO_PASSWORD =
  'You sign in with Google and have no password yet. “Email me a link” lets you choose one.';

type Dialog = 'email' | 'password' | 'delete';

/** Account settings: sign-in methods, data export and account deletion. */
export function SignInSettings({ user }: { user: User }) {
  const { attempt, task, problem } = useAuthAttempt();
  const [message, setMessage] = useState<{ about: 'confirm' | Dialog; text: string } | null>(null);
  const [hasPassword, setHasPassword] = useState(true);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const email = user.user;

  const close = () => {
    setDialog(null);
  };
  const done = (about: Dialog, text: string) => {
    setMessage({ about, text });
    close();
  };
  const mail = async (kind: 'confirm' | 'reset') => {
    setMessage(null);
    const sent = await attempt(kind, async (identity) => {
      if (kind === 'confirm') await identity.sendConfirmationMail();
      else await identity.sendResetMail(email);
    });
    if (!sent) return;
    if (kind === 'confirm') {
      setMessage({ about: 'confirm', text: `We sent an email to ${email}. Open the link in it.` });
    } else {
      const text = `We sent an email to ${email}. Its link is valid for one hour.`;
      setMessage({ about: 'password', text });
    }
  };
  const open = async (next: Dialog) => {
    setMessage(null);
    await attempt('account', async (identity) => {
      const has = await identity.hasPassword();
      setHasPassword(has);
      if (has || next !== 'password') setDialog(next);
      else setMessage({ about: 'password', text: NO_PASSWORD });
    });
  };
  const messageFor = (about: 'confirm' | Dialog) => (
    <p role="status">{message?.about === about && message.text}</p>
  );

  return (
    <div className="account-settings">
      <section aria-labelledby="signing-in">
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
          {messageFor('confirm')}
        </div>
        <div>
          <p>You sign in with {email}.</p>
          <Button onClick={() => void open('email')}>Change email address</Button>
          {messageFor('email')}
        </div>
        <div>
          <p>Forgot your password? We can email you a link to choose a new one.</p>
          <div className="buttons">
            <Button onClick={() => void open('password')}>Change password</Button>
            <Button busy={task === 'reset'} onClick={() => void mail('reset')}>
              Email me a link
            </Button>
          </div>
          {messageFor('password')}
        </div>
        <AuthProblem>{problem}</AuthProblem>
        <SignOutEverywhere email={email} />
      </section>
      <section aria-labelledby="your-data">
        <h2 id="your-data">Your data</h2>
        <DownloadData email={email} />
        <div>
          <p>
            Deletes your account and everything in it. We keep your orders for our accounting
            records.
          </p>
          <Button look="danger-outline" onClick={() => void open('delete')}>
            Delete account
          </Button>
        </div>
      </section>
      {dialog === 'email' && (
        <ChangeEmailDialog
          email={email}
          hasPassword={hasPassword}
          onClose={close}
          onSent={(to) => {
            done('email', `We sent an email to ${to}. Open the link in it within one hour.`);
          }}
        />
      )}
      {dialog === 'password' && (
        <ChangePasswordDialog
          onClose={close}
          onChanged={() => {
            done('password', 'Your password has been changed.');
          }}
        />
      )}
      {dialog === 'delete' && (
        <DeleteAccountDialog email={email} hasPassword={hasPassword} onClose={close} />
      )}
    </div>
  );
}

/** Exports all of a user's data as a file. */
function DownloadData({ email }: { email: string }) {
  const [ask, { isFetching }] = shopApi.useLazyGetPersonalDataQuery();
  const [problem, setProblem] = useState<string | null>(null);

  const download = async () => {
    setProblem(null);
    const { data, error } = await ask({ email });
    if (data !== undefined) saveFile('autoparts-data.json', JSON.stringify(data, null, 2));
    else if (error !== undefined) setProblem(sentenceFor(error));
  };

  return (
    <div>
      <p>Everything we keep about you, as a file for people and programs (JSON).</p>
      <Button busy={isFetching} onClick={() => void download()}>
        Download my data
      </Button>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
        </Alert>
      )}
    </div>
  );
}

/** For users who left a browser signed in elsewhere, or suspect another person has access. */
function SignOutEverywhere({ email }: { email: string }) {
  const dispatch = useShopDispatch();
  const [signOut, { isLoading }] = shopApi.useSignOutEverywhereMutation();
  const [problem, setProblem] = useState<string | null>(null);

  /** Whether the session is still active. An ended session is closed by this call. */
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
      <p>
        Ends your session in this browser and all others immediately. Links to orders that were
        emailed to your confirmed address stop working as well.
      </p>
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
