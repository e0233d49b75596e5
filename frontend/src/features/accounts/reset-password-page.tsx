import { Formik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { openSession } from '../../api/session/open-session';
import { closeSession } from '../../api/session/close-session';
import { useShopDispatch } from '../../api/session/session-hooks';
import { isInvalidLink } from '../../lib/firebase/auth-errors';
import { paths } from '../../lib/paths';
import { selectMember } from '../../lib/session/session-slice';
import { useLinkValues } from '../../lib/use-link-values';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Form } from '../../ui/forms/form';
import { TextField } from '../../ui/forms/text-field';
import { Alert } from '../../ui/messages/alert';
import { newPasswordSchema } from './account-schemas';
import { AuthProblem, AuthScreen } from './auth-screen';
import { useAuthAttempt } from './use-auth-attempt';

/**
 * The target of links in the identity provider's emails: Firebase supports one address for all of
 * them.
 */
export function ResetPasswordPage() {
  const values = useLinkValues('oobCode');
  const code = values.get('oobCode') ?? '';
  const mode = code === '' ? null : values.get('mode');
  if (mode === 'verifyEmail') return <ConfirmAddressScreen code={code} />;
  if (mode === 'verifyAndChangeEmail') return <MoveScreen code={code} />;
  return <NewPasswordScreen code={code} />;
}

/** The target of a reset email; its code sets one new password. */
function NewPasswordScreen({ code }: { code: string }) {
  const { attempt, task, problem } = useAuthAttempt();
  const [changed, setChanged] = useState(false);
  const [dead, setDead] = useState(false);

  const save = async (password: string) => {
    const done = await attempt('form', async (identity) => {
      try {
        await identity.setNewPassword(code, password);
      } catch (error) {
        setDead(isInvalidLink(error));
        throw error;
      }
    });
    setChanged(done);
  };

  if (changed) {
    return (
      <AuthScreen title="New password">
        <Alert tone="positive">
          <p>Your password has been changed. Sign in with the new one.</p>
        </Alert>
        <Link className="btn btn-primary btn-block" to={paths.signIn}>
          Sign in
        </Link>
      </AuthScreen>
    );
  }

  if (dead || code === '') {
    return (
      <AuthScreen title="New password">
        <RequestNewMail takesFocus={dead}>
          {problem ??
            'This link is incomplete. Open it again from the email, or request a new one.'}
        </RequestNewMail>
        <p>
          <Link className="text-link" to={paths.signIn}>
            Back to Sign in
          </Link>
        </p>
      </AuthScreen>
    );
  }

  return (
    <AuthScreen title="New password">
      <Formik
        initialValues={{ password: '' }}
        validationSchema={newPasswordSchema}
        onSubmit={({ password }) => save(password)}
      >
        <Form label="Password reset" rules={newPasswordSchema}>
          <TextField
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
          />
          <Button look="primary" type="submit" className="btn-block" busy={task === 'form'}>
            Save password
          </Button>
          <AuthProblem>{problem}</AuthProblem>
        </Form>
      </Formik>
      <p>
        <Link className="text-link" to={paths.signIn}>
          Back to Sign in
        </Link>
      </p>
    </AuthScreen>
  );
}

interface RequestNewMailProps {
  /** The form that had the focus is gone. */
  takesFocus: boolean;
  children: string;
}

/** Shown for an invalid reset link, with a way to request a new one. */
function RequestNewMail({ takesFocus, children }: RequestNewMailProps) {
  const way = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) way.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <AuthProblem>{children}</AuthProblem>
      <Link ref={way} className="btn btn-primary btn-block" to={paths.newResetMail}>
        Request a new link
      </Link>
    </>
  );
}

/**
 * The target of a confirmation email. The code is used only when the button is pressed, because
 * programs open links too.
 */
function ConfirmAddressScreen({ code }: { code: string }) {
  const { attempt, task, problem } = useAuthAttempt();
  const person = useSelector(selectMember);
  const dispatch = useShopDispatch();
  const [confirmed, setConfirmed] = useState(false);

  const confirm = async () => {
    const done = await attempt('form', async (identity) => {
      await identity.confirmAddress(code);
      // The shop learns of it with the next exchange: this one, or a later one if it fails.
      if (person) await dispatch(openSession({ fresh: true })).catch(() => undefined);
    });
    setConfirmed(done);
  };

  const signIn = confirmed ? 'Sign in' : 'Back to Sign in';
  const next = person ? 'To My Profile' : signIn;

  return (
    <AuthScreen title="Your address">
      {confirmed ? (
        <Alert tone="positive">
          <p>Your email address is confirmed.</p>
        </Alert>
      ) : (
        <>
          <p>Press the button to confirm your email address.</p>
          <Button
            look="primary"
            className="btn-block"
            busy={task === 'form'}
            onClick={() => void confirm()}
          >
            Confirm my email address
          </Button>
          <AuthProblem>{problem}</AuthProblem>
        </>
      )}
      <Link
        className={confirmed ? 'btn btn-primary btn-block' : 'text-link'}
        to={person ? paths.profile : paths.signIn}
      >
        {next}
      </Link>
    </AuthScreen>
  );
}

/** The target of the email sent to an account's new address. */
function MoveScreen({ code }: { code: string }) {
  const { attempt, task, problem } = useAuthAttempt();
  const person = useSelector(selectMember);
  const dispatch = useShopDispatch();
  const [moved, setMoved] = useState(false);

  const move = async () => {
    const done = await attempt('form', async (identity) => {
      const former = await identity.moveToAddress(code);
      // All sessions of the account have ended. A different user of this browser is not affected.
      if (person?.email === former) await dispatch(closeSession());
    });
    setMoved(done);
  };

  return (
    <AuthScreen title="Your new address">
      {moved ? (
        <Alert tone="positive">
          <p>Your email address has been changed. Sign in with the new one.</p>
        </Alert>
      ) : (
        <>
          <p>Press the button to use this email address from now on.</p>
          <Button
            look="primary"
            className="btn-block"
            busy={task === 'form'}
            onClick={() => void move()}
          >
            Use this email address
          </Button>
          <AuthProblem>{problem}</AuthProblem>
        </>
      )}
      <Link className={moved ? 'btn btn-primary btn-block' : 'text-link'} to={paths.signIn}>
        {moved ? 'Sign in' : 'Back to Sign in'}
      </Link>
    </AuthScreen>
  );
}
