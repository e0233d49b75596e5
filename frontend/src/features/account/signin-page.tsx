import { Formik } from 'formik';
import { Link, Navigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Form } from '../../ui/fields/form';
import { TextField } from '../../ui/fields/text-field';
import { signinSchema } from './account-schemas';
import { AuthProblem } from './auth-problem';
import { AuthScreen } from './auth-screen';
import { ConfirmAddress } from './confirm-address';
import { GoogleButton } from './google-button';
import { ResetLink } from './reset-link';
import { SessionNote } from './session-note';
import { useEntrance } from './use-entrance';

export function SigninPage() {
  const { attempt, enter, giveUp, task, problem, unconfirmed, origin, leaveFor, state } =
    useEntrance();
  if (leaveFor !== null) return <Navigate to={leaveFor} replace />;

  return (
    <AuthScreen title="Sign in">
      {origin !== null && <SessionNote />}
      <Formik
        initialValues={{ email: '', password: '' }}
        validationSchema={signinSchema}
        onSubmit={({ email, password }) =>
          enter('form', (identity) => identity.signIn(email.trim(), password))
        }
      >
        <Form label="Sign in">
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
      <p>
        New to Autoparts?{' '}
        <Link className="text-link" to={paths.signUp} state={state}>
          Create an account
        </Link>
      </p>
    </AuthScreen>
  );
}
