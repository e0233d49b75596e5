import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiFailure } from '../../api/contract/api-failure';
import { shopApi } from '../../api/index';
import { renewSession } from '../../api/session/open-session';
import { isApiError } from '../../api/contract/problem';
import { closeSession } from '../../api/session/close-session';
import { useShopDispatch } from '../../api/session/session-hooks';
import { authErrorSentence } from '../../lib/firebase/auth-errors';
import { paths } from '../../lib/paths';
import { FormDialog } from '../../ui/forms/form-dialog';
import { TextField } from '../../ui/forms/text-field';
import { notify } from '../../ui/messages/notify';
import { changeEmailSchema, changePasswordSchema, deleteAccountSchema } from './account-schemas';

const identity = () => import('../../lib/firebase/auth');

const SIGN_IN_LEFT =
  'Your data has been deleted, but your sign-in could not be removed. Sign in and delete the account once more.';

const FAILED = 'That did not work. Check your connection and try again.';

/** The error message of the failed step; null on success. */
async function refusalOf(steps: () => Promise<void>): Promise<string | null> {
  try {
    await steps();
    return null;
  } catch (error) {
    return error instanceof ApiFailure ? error.message : (authErrorSentence(error) ?? FAILED);
  }
}

interface AccountDialogProps {
  email: string;
  /** Whether they have a password; others are verified by Google. */
  hasPassword: boolean;
  onClose: () => void;
}

/** Asks the user to sign in again. */
function Proof({ hasPassword }: { hasPassword: boolean }) {
  if (!hasPassword) return <p className="hint">Google will ask you to sign in once more.</p>;
  return (
    <TextField
      name="password"
      label="Your password"
      type="password"
      autoComplete="current-password"
    />
  );
}

const proofOf = (hasPassword: boolean, password: string) => (hasPassword ? password : null);

interface ChangeEmailDialogProps extends AccountDialogProps {
  onSent: (to: string) => void;
}

/** The address changes when the link in the email to the new address is opened. */
export function ChangeEmailDialog({ hasPassword, onSent, onClose }: ChangeEmailDialogProps) {
  const schema = changeEmailSchema(hasPassword);
  return (
    <FormDialog
      title="Change your email address"
      initialValues={{ email: '', password: '' }}
      schema={schema}
      submit={{ label: 'Send email' }}
      onClose={onClose}
      onSubmit={async (values) => {
        const { email } = schema.cast(values);
        const refused = await refusalOf(async () => {
          const provider = await identity();
          await provider.signInAgain(proofOf(hasPassword, values.password));
          await provider.sendMovingMail(email);
        });
        if (refused === null) onSent(email);
        return refused;
      }}
    >
      <TextField
        name="email"
        label="New email address"
        type="email"
        autoComplete="email"
        hint="We will email a link to it. Your address changes when you open the link."
      />
      <Proof hasPassword={hasPassword} />
    </FormDialog>
  );
}

interface ChangePasswordDialogProps {
  onChanged: () => void;
  onClose: () => void;
}

export function ChangePasswordDialog({ onChanged, onClose }: ChangePasswordDialogProps) {
  const dispatch = useShopDispatch();
  return (
    <FormDialog
      title="Change your password"
      initialValues={{ password: '', newPassword: '' }}
      schema={changePasswordSchema}
      submit={{ label: 'Save password' }}
      onClose={onClose}
      onSubmit={async ({ password, newPassword }) => {
        const refused = await refusalOf(async () => {
          const provider = await identity();
          await provider.signInAgain(password);
          await provider.changePassword(newPassword);
          // The shop has ended all sessions, this one too. If this call fails, the next call opens
          // one.
          await dispatch(renewSession()).catch(() => undefined);
        });
        if (refused === null) onChanged();
        return refused;
      }}
    >
      <TextField
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        name="newPassword"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="You stay signed in here, and are signed out everywhere else."
      />
    </FormDialog>
  );
}

/** Whether the provider has deleted the account; retried once, because a connection may fail. */
async function deleteSignIn(): Promise<boolean> {
  const provider = await identity();
  const isGone = () =>
    provider.deleteAccount().then(
      () => true,
      () => false,
    );
  return (await isGone()) || (await isGone());
}

/** Deletes everything except orders, first in the shop and then at the identity provider. */
export function DeleteAccountDialog({ email, hasPassword, onClose }: AccountDialogProps) {
  const dispatch = useShopDispatch();
  const [deleteAccount] = shopApi.useDeleteAccountMutation();
  const [schema] = useState(() => deleteAccountSchema(hasPassword));
  const navigate = useNavigate();
  return (
    <FormDialog
      title="Delete your account?"
      initialValues={{ password: '' }}
      schema={schema}
      submit={{ label: 'Delete my account', look: 'danger' }}
      onClose={onClose}
      onSubmit={async ({ password }) => {
        const refused = await refusalOf(async () => {
          const provider = await identity();
          await provider.signInAgain(proofOf(hasPassword, password));
          // The shop requires a recent sign-in.
          await dispatch(renewSession());
          const { error } = await deleteAccount({ email });
          if (error !== undefined) {
            throw isApiError(error) ? new ApiFailure(error) : new Error(error.message);
          }
        });
        if (refused !== null) return refused;
        if (await deleteSignIn()) notify.success('Your account has been deleted');
        else notify.error(SIGN_IN_LEFT);
        // Before the session closes, so that the guard does not ask a deleted user to sign in.
        await navigate(paths.home);
        await dispatch(closeSession());
        return null;
      }}
    >
      <p>
        Your profile, saved addresses, cart, cars, reviews and newsletter are deleted for good. We
        keep the orders you did not delete for our accounting records.
      </p>
      <Proof hasPassword={hasPassword} />
    </FormDialog>
  );
}
