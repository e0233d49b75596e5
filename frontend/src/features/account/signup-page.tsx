import { Formik } from 'formik';
import { useRef } from 'react';
import { Link, useLocation, useNavigate, type Location } from 'react-router-dom';
import { openSession } from '../../api/session';
import { useShopDispatch } from '../../api/use-shop-dispatch';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Form } from '../../ui/fields/form';
import { TextField } from '../../ui/fields/text-field';
import { signupSchema } from './account-schemas';
import { AuthScreen } from './auth-screen';
import { GoogleButton } from './google-button';
import { useAuthAttempt } from './use-auth-attempt';

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

export function SignupPage() {
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const location: Location<unknown> = useLocation();
  const { attempt, busy, problem } = useAuthAttempt();
  /** The account made by a try whose later steps failed: trying again must not make it again. */
  const made = useRef<string | null>(null);

  const signUp = async ({ name, email, password }: NewAccount) => {
    const entered = await attempt(async (identity) => {
      if (made.current !== email) await identity.createAccount(email, password);
      made.current = email;
      await identity.nameAccount(name);
      // The name is not in the ID token that came with the account.
      await dispatch(openSession({ fresh: true }));
    });
    if (entered) await navigate(paths.home, { replace: true });
  };

  const continueWithGoogle = async () => {
    const entered = await attempt(async (identity) => {
      await identity.signInWithGoogle();
      await dispatch(openSession());
    });
    if (entered) await navigate(paths.home, { replace: true });
  };

  return (
    <AuthScreen title="Create an account">
      <Formik<NewAccount>
        initialValues={{ name: '', email: '', password: '' }}
        validationSchema={signupSchema}
        onSubmit={({ name, email, password }) =>
          signUp({ name: name.trim(), email: email.trim(), password })
        }
      >
        <Form label="Create an account">
          <TextField name="name" label="Name" autoComplete="name" />
          <TextField name="email" label="Email" type="email" autoComplete="email" />
          <TextField name="password" label="Password" type="password" autoComplete="new-password" />
          <Button look="primary" type="submit" className="btn-block" busy={busy}>
            Sign up
          </Button>
          {problem !== null && (
            <Alert tone="danger">
              <p className="text-error">{problem}</p>
            </Alert>
          )}
        </Form>
      </Formik>
      <GoogleButton busy={busy} onClick={() => void continueWithGoogle()} />
      <p>
        Already a customer?{' '}
        <Link to={paths.signIn} state={location.state}>
          Sign in
        </Link>
      </p>
    </AuthScreen>
  );
}
