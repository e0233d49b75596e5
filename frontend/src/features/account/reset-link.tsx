import { useFormikContext } from 'formik';
import { toasts } from '../../lib/texts';
import { notify } from '../../ui/notify';
import { isEmail } from './account-schemas';
import type { useAuthAttempt } from './use-auth-attempt';

interface ResetLinkProps {
  attempt: ReturnType<typeof useAuthAttempt>['attempt'];
  busy: boolean;
}

/** Sends a reset mail to the address in the form; without a good one it asks for that first. */
export function ResetLink({ attempt, busy }: ResetLinkProps) {
  const { values, setFieldTouched } = useFormikContext<{ email: string }>();

  const reset = async () => {
    await setFieldTouched('email');
    const email = values.email.trim();
    if (!isEmail(email)) return;
    if (await attempt((identity) => identity.sendResetMail(email)))
      notify.info(toasts.resetMailSent);
  };

  return (
    <p className="hint">
      Forgot your password?{' '}
      <button type="button" className="link-button" disabled={busy} onClick={() => void reset()}>
        Reset
      </button>
    </p>
  );
}
