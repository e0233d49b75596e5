import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { openSession } from '../../api/session';
import { useShopDispatch } from '../../api/use-shop-dispatch';
import { paths } from '../../lib/paths';
import { selectPerson } from '../../lib/session/session-slice';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { AuthProblem } from './auth-problem';
import { AuthScreen } from './auth-screen';
import { useAuthAttempt } from './use-auth-attempt';

/** Where the link in a confirmation mail leads. A press of the button uses it: programs open links too. */
export function ConfirmAddressScreen({ code }: { code: string }) {
  const { attempt, task, problem } = useAuthAttempt();
  const person = useSelector(selectPerson);
  const dispatch = useShopDispatch();
  const [confirmed, setConfirmed] = useState(false);

  const confirm = async () => {
    const done = await attempt('form', async (identity) => {
      await identity.confirmAddress(code);
      // The shop learns it by an exchange: by the next one, should this one fail.
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
      <Link
        className={confirmed ? 'btn btn-primary btn-block' : 'text-link'}
        to={person ? paths.profile : paths.signIn}
      >
        {next}
      </Link>
    </AuthScreen>
  );
}
