import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/controls/button';
import { WheelHub } from '../../ui/layout/wheel-hub';
import { Alert } from '../../ui/messages/alert';
import type { useAuthAttempt } from './use-auth-attempt';

interface AuthScreenProps {
  title: string;
  /** Shown in place of the title. */
  heading?: ReactNode;
  children: ReactNode;
}

/** The layout of all account pages: the form, and a drawing if there is room. */
export function AuthScreen({ title, heading = title, children }: AuthScreenProps) {
  return (
    <div className="auth">
      <title>{`${title} | Autoparts`}</title>
      <div className="panel">
        <h1>{heading}</h1>
        {children}
      </div>
      <div className="plate">
        <WheelHub />
      </div>
    </div>
  );
}

/** Why the last attempt failed, in red below the form. */
export function AuthProblem({ children }: { children: string | null }) {
  if (children === null) return null;
  return (
    <Alert tone="danger">
      <p className="toned">{children}</p>
    </Alert>
  );
}

interface GoogleButtonProps {
  /** Another attempt is pending. */
  disabled: boolean;
  /** Google's window is open, as far as we know: closing it is noticed late. */
  waiting: boolean;
  onClick: () => void;
  onGiveUp: () => void;
}

export function GoogleButton({ disabled, waiting, onClick, onGiveUp }: GoogleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <p className="or-divider">or</p>
      <div>
        <Button
          ref={button}
          className="btn-block"
          disabled={disabled}
          onClick={onClick}
          icon={
            <svg className="icon google-icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M20.5 12H12m8.5 0a8.5 8.5 0 1 1-2.5-6" />
            </svg>
          }
        >
          Continue with google
        </Button>
        <div role="status">
          {waiting && (
            <div className="google-wait">
              <span className="spinner" aria-hidden="true" />
              <p>
                Waiting for the Google window. If you closed it, press the button again or sign in
                with your email.
              </p>
              <Button
                size="small"
                onClick={() => {
                  button.current?.focus();
                  onGiveUp();
                }}
              >
                Stop waiting
              </Button>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

type ConfirmAddressProps = Pick<ReturnType<typeof useAuthAttempt>, 'attempt' | 'task'>;

/**
 * Another sign-in already uses the address, so the user has to confirm that it is theirs.
 */
export function ConfirmAddress({ attempt, task }: ConfirmAddressProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = () =>
    attempt('confirm', async (identity) => {
      setSentTo(null);
      setSentTo(await identity.sendConfirmationMail());
    });

  return (
    <div className="hint">
      <Button busy={task === 'confirm'} onClick={() => void send()}>
        Send confirmation email
      </Button>
      <p role="status">
        {sentTo !== null &&
          `We sent an email to ${sentTo}. Open the link in it, then sign in again.`}
      </p>
    </div>
  );
}
