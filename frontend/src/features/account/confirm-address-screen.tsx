import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { AuthProblem } from './auth-problem';
import { AuthScreen } from './auth-screen';
import { useAuthAttempt } from './use-auth-attempt';

/** Where the link in a confirmation mail leads. A press of the button uses it: programs open links too. */
export function ConfirmAddressScreen({ code }: { code: string }) {
  const { attempt, task, problem } = useAuthAttempt();
  const [confirmed, setConfirmed] = useState(false);

  const confirm = async () => {
    setConfirmed(await attempt('form', (identity) => identity.confirmAddress(code)));
  };

  return (
    <AuthScreen title="Your address">
      {confirmed ? (
        <Alert tone="positive">
          <p>Your address is confirmed.</p>
        </Alert>
      ) : (
        <>
          <p>Press the button to confirm that this address is yours.</p>
          <Button
            look="primary"
            className="btn-block"
            busy={task === 'form'}
            onClick={() => void confirm()}
          >
            Confirm my address
          </Button>
          <AuthProblem>{problem}</AuthProblem>
        </>
      )}
      <Link className={confirmed ? 'btn btn-primary btn-block' : 'text-link'} to={paths.signIn}>
        {confirmed ? 'Sign in' : 'Back to Sign in'}
      </Link>
    </AuthScreen>
  );
}
