import { useFormikContext } from 'formik';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths';
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
        {sentTo === null && cameForMail && 'Type your address, then press Reset for a new mail.'}
        {sentTo !== null && `Look for our mail to ${sentTo}: its link is good for an hour.`}
      </p>
    </div>
  );
}
