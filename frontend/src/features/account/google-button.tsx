import { useRef } from 'react';
import { Button } from '../../ui/button';

interface GoogleButtonProps {
  /** Something else is being tried. */
  disabled: boolean;
  /** Google's window is open, as far as we know: a closed one is noticed late. */
  waiting: boolean;
  onClick: () => void;
  onGiveUp: () => void;
}

export function GoogleButton({ disabled, waiting, onClick, onGiveUp }: GoogleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <p className="or">or</p>
      <div>
        <Button
          ref={button}
          className="btn-block"
          disabled={disabled}
          onClick={onClick}
          icon={
            <svg
              className="icon fill-none stroke-current stroke-2"
              viewBox="0 0 24 24"
              aria-hidden="true"
            >
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
                Waiting for the Google window. If it is closed, press the button again, or sign in
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
