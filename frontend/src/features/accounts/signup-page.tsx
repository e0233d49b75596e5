import { Formik } from 'formik';
import { useRef } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/controls/button';
import { Link } from '../../ui/controls/link';
import { Form } from '../../ui/forms/form';
import { TextField } from '../../ui/forms/text-field';
import { signupSchema } from './account-schemas';
import { AuthProblem, AuthScreen, ConfirmAddress, GoogleButton } from './auth-screen';
import { useSignInFlow } from './use-sign-in-flow';

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

export function SignupPage() {
  const { attempt, enter, giveUp, task, problem, unconfirmed, leaveFor, state } = useSignInFlow();
  /**
   * The account created by an attempt whose later steps failed: a retry must not create it again.
   */
  const made = useRef<string | null>(null);

  const signUp = ({ name, email, password }: NewAccount) =>
    enter(
      'form',
      async (identity) => {
        if (made.current !== email) await identity.createAccount(email, password);
        made.current = email;
        await identity.nameAccount(name);
      },
      // The ID token of a new account does not contain the name.
      { fresh: true },
    );

  if (leaveFor !== null) return <Navigate to={leaveFor} replace />;
  return (
    <AuthScreen title="Create an account">
      <Formik<NewAccount>
        initialValues={{ name: '', email: '', password: '' }}
        validationSchema={signupSchema}
        onSubmit={({ name, email, password }) =>
          signUp({ name: name.trim(), email: email.trim(), password })
        }
      >
        <Form label="Create an account" rules={signupSchema}>
          <TextField name="name" label="Name" autoComplete="name" />
          <TextField name="email" label="Email" type="email" autoComplete="email" />
          <TextField name="password" label="Password" type="password" autoComplete="new-password" />
          <Button look="primary" type="submit" className="btn-block" busy={task === 'form'}>
            Sign up
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
        Already a customer?{' '}
        <Link className="text-link" to={paths.signIn} state={state}>
          Sign in
        </Link>
      </p>
    </AuthScreen>
  );
}
