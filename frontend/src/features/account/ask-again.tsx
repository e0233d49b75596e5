import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { AuthProblem } from './auth-problem';

interface AskAgainProps {
  /** The form that had the focus is gone. */
  takesFocus: boolean;
  children: string;
}

/** A reset link that is good for nothing, and the way to a new one. */
export function AskAgain({ takesFocus, children }: AskAgainProps) {
  const way = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) way.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <AuthProblem>{children}</AuthProblem>
      <Link ref={way} className="btn btn-primary btn-block" to={paths.newResetMail}>
        Ask for a new mail
      </Link>
    </>
  );
}
