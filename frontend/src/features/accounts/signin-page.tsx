import { Formik, useFormikContext } from 'formik';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { paths, routes } from '../../lib/paths';
import { selectMember, selectSession } from '../../lib/session/session-slice';
import { toasts } from '../../lib/texts';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Form } from '../../ui/forms/form';
import { TextField } from '../../ui/forms/text-field';
import { Alert } from '../../ui/messages/alert';
import { notify } from '../../ui/messages/notify';
import { isEmail, signinSchema } from './account-schemas';
import { AuthProblem, AuthScreen, ConfirmAddress, GoogleButton } from './auth-screen';
import type { useAuthAttempt } from './use-auth-attempt';
import { useSignInFlow } from './use-sign-in-flow';

export function SigninPage() {
  const { attempt, enter, giveUp, task, problem, unconfirmed, origin, leaveFor, state } =
    useSignInFlow();
  if (leaveFor !== null) return <Navigate to={leaveFor} replace />;

  return (
    <AuthScreen title="Sign in" heading={<Reason origin={origin} />}>
      {origin !== null && <SessionNote />}
      <Formik
        initialValues={{ email: '', password: '' }}
        validationSchema={signinSchema}
        onSubmit={({ email, password }) =>
          enter('form', (identity) => identity.signIn(email.trim(), password))
        }
      >
        <Form label="Sign in" rules={signinSchema}>
          <TextField id="email" name="email" label="Email" type="email" autoComplete="email" />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          <ResetLink attempt={attempt} busy={task === 'form' || task === 'reset'} />
          <Button look="primary" type="submit" className="btn-block" busy={task === 'form'}>
            Sign in
          </Button>
          <AuthProblem>{problem}</AuthProblem>
          {unconfirmed && <ConfirmAddress attempt={attempt} task={task} />}
        </Form>
      </Formik>
      <GoogleButton
        disabled={task === 'form'}
        waiting={task === 'google'}
        onClick={() =>
          void enter('google', (identity, isWanted) => identity.signInWithGoogle(isWanted))
        }
        onGiveUp={giveUp}
      />
      <WithoutAccount origin={origin} />
      <p>
        New to Autoparts?{' '}
        <Link className="text-link" to={paths.signUp} state={state}>
          Create an account
        </Link>
      </p>
    </AuthScreen>
  );
}

/** The part that the visitor wanted to order when they were sent here. */
function Reason({ origin }: { origin: string | null }) {
  const wanted = useWantedPart(origin);
  if (wanted === null) return 'Sign in';
  const { part } = wanted;
  return <span className="for-order">{part ? `Sign in to order ${part.title}` : 'Sign in'}</span>;
}

/** The part the visitor wanted to order; null if they come from elsewhere. */
function useWantedPart(origin: string | null) {
  const [path = '', query] = origin?.split(/[?#]/) ?? [];
  const id = matchPath(routes.purchase, path)?.params.id ?? '';
  const { data: part } = shopApi.useGetPartQuery({ id }, { skip: id === '' });
  const pieces = Number(new URLSearchParams(query).get('quantity'));
  return id === '' ? null : { part, pieces };
}

/** A single part can be ordered as a guest, and guests pay through their link. */
function WithoutAccount({ origin }: { origin: string | null }) {
  const wanted = useWantedPart(origin);
  if (matchPath(routes.payment, origin ?? '') !== null) {
    return <p>Ordered without an account? Open the link in the email about your order.</p>;
  }
  if (wanted?.part === undefined) return null;
  const { part, pieces } = wanted;
  const isPieces = Number.isInteger(pieces) && pieces > 0;
  return (
    <p>
      No account?{' '}
      <Link
        className="text-link"
        to={paths.checkoutOf(part._id, isPieces ? pieces : part.minOrderQuantity)}
      >
        Order as a guest
      </Link>
    </p>
  );
}

const ENDINGS = {
  expired: 'Your session has expired. Sign in again to continue where you left off.',
  elsewhere: 'You signed out in another tab. Sign in again to continue where you left off.',
  everywhere: 'You are signed out everywhere.',
};

/** Why a guard sent the visitor here. It does not change while they sign in. */
function SessionNote() {
  const { ending } = useSelector(selectSession);
  const person = useSelector(selectMember);
  const [atArrival] = useState({ email: person?.email, ending });

  if (person && person.email === atArrival.email) {
    return (
      <Alert tone="info">
        <p>You are signed in as {person.email}. The page you opened requires an admin account.</p>
      </Alert>
    );
  }
  return (
    atArrival.ending !== undefined && (
      <Alert tone="info">
        <p>{ENDINGS[atArrival.ending]}</p>
      </Alert>
    )
  );
}

interface ResetLinkProps {
  attempt: ReturnType<typeof useAuthAttempt>['attempt'];
  busy: boolean;
}

/** Sends a reset email to the address in the form; asks for a valid one first. */
function ResetLink({ attempt, busy }: ResetLinkProps) {
  const { values, setFieldTouched } = useFormikContext<{ email: string }>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { pathname, hash } = useLocation();
  const cameForMail = `${pathname}${hash}` === paths.newResetMail;

  const reset = async (form: HTMLFormElement | null) => {
    setSentTo(null);
    await setFieldTouched('email');
    const email = values.email.trim();
    if (!isEmail(email)) {
      form?.querySelector<HTMLInputElement>('[name="email"]')?.focus();
      return;
    }
    if (await attempt('reset', (identity) => identity.sendResetMail(email))) {
      setSentTo(email);
      notify.info(toasts.resetMailSent);
    }
  };

  return (
    <div className="hint">
      <p>
        Forgot your password?{' '}
        <button
          type="button"
          className="link-button"
          disabled={busy}
          onClick={({ currentTarget }) => void reset(currentTarget.form)}
        >
          Reset
        </button>
      </p>
      <p role="status">
        {sentTo === null && cameForMail && 'Enter your email, then press Reset to get a new link.'}
        {sentTo !== null && `We sent an email to ${sentTo}. Its link is valid for one hour.`}
      </p>
    </div>
  );
}
