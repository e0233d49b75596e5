import { Formik } from 'formik';
import { useSelector } from 'react-redux';
import { Link, useLocation, useNavigate, type Location } from 'react-router-dom';
import { openSession } from '../../api/session';
import { useShopDispatch } from '../../api/use-shop-dispatch';
import { paths } from '../../lib/paths';
import { selectPerson } from '../../lib/session/session-slice';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Form } from '../../ui/fields/form';
import { TextField } from '../../ui/fields/text-field';
import { signinSchema } from './account-schemas';
import { AuthScreen } from './auth-screen';
import { GoogleButton } from './google-button';
import { originOf } from './origin';
import { ResetLink } from './reset-link';
import { useAuthAttempt } from './use-auth-attempt';

export function SigninPage() {
  const dispatch = useShopDispatch();
  const navigate = useNavigate();
  const location: Location<unknown> = useLocation();
  const person = useSelector(selectPerson);
  const { attempt, busy, problem } = useAuthAttempt();
  const origin = originOf(location);

  const enter = async (prove: Parameters<typeof attempt>[0]) => {
    const entered = await attempt(async (identity) => {
      await prove(identity);
      await dispatch(openSession());
    });
    if (entered) await navigate(origin, { replace: true });
  };

  return (
    <AuthScreen title="Sign in">
      {person && origin !== paths.home && (
        <Alert tone="info">
          <p>You are signed in as {person.email}. The page you opened needs an admin’s account.</p>
        </Alert>
      )}
      <Formik
        initialValues={{ email: '', password: '' }}
        validationSchema={signinSchema}
        onSubmit={({ email, password }) =>
          enter((identity) => identity.signIn(email.trim(), password))
        }
      >
        <Form label="Sign in">
          <TextField name="email" label="Email" type="email" autoComplete="email" />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          <ResetLink attempt={attempt} busy={busy} />
          <Button look="primary" type="submit" className="btn-block" busy={busy}>
            Sign in
          </Button>
          {problem !== null && (
            <Alert tone="danger">
              <p className="text-error">{problem}</p>
            </Alert>
          )}
        </Form>
      </Formik>
      <GoogleButton
        busy={busy}
        onClick={() => void enter((identity) => identity.signInWithGoogle())}
      />
      <p>
        New to Autoparts?{' '}
        <Link to={paths.signUp} state={location.state}>
          Create an account
        </Link>
      </p>
    </AuthScreen>
  );
}
