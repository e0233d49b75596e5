import { Formik } from 'formik';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { isDeadLink } from '../../lib/firebase/auth-errors';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Form } from '../../ui/fields/form';
import { TextField } from '../../ui/fields/text-field';
import { newPasswordSchema } from './account-schemas';
import { AskAgain } from './ask-again';
import { AuthProblem } from './auth-problem';
import { AuthScreen } from './auth-screen';
import { ConfirmAddressScreen } from './confirm-address-screen';
import { useAuthAttempt } from './use-auth-attempt';

/** Where the links in the identity provider's mails lead: Firebase knows one address for all of them. */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const code = query.get('oobCode') ?? '';
  const isConfirmation = query.get('mode') === 'verifyEmail' && code !== '';
  return isConfirmation ? <ConfirmAddressScreen code={code} /> : <NewPasswordScreen code={code} />;
}

/** The link of a reset mail; its code is good for one new password. */
function NewPasswordScreen({ code }: { code: string }) {
  const { attempt, task, problem } = useAuthAttempt();
  const [changed, setChanged] = useState(false);
  const [dead, setDead] = useState(false);

  const save = async (password: string) => {
    const done = await attempt('form', async (identity) => {
      try {
        await identity.setNewPassword(code, password);
      } catch (error) {
        setDead(isDeadLink(error));
        throw error;
      }
    });
    setChanged(done);
  };

  if (changed) {
    return (
      <AuthScreen title="New password">
        <Alert tone="positive">
          <p>Your password is changed. Sign in with the new one.</p>
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
        <AskAgain takesFocus={dead}>
          {problem ??
            'This link is incomplete. Open it again from the mail, or ask for a new mail.'}
        </AskAgain>
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
        <Form label="Password reset">
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
