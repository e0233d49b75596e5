import { Button } from '../../ui/button';

interface GoogleButtonProps {
  busy: boolean;
  onClick: () => void;
}

export function GoogleButton({ busy, onClick }: GoogleButtonProps) {
  return (
    <>
      <p className="or">or</p>
      <Button
        className="btn-block"
        disabled={busy}
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
    </>
  );
}
